/** A PostgreSQL cluster on this machine: three nodes under Patroni, etcd, and HAProxy as the one address. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const BINARIES = '/usr/lib/postgresql'
const ETCD = '/usr/bin/etcd'
const PATRONI = '/usr/bin/patroni'
const HAPROXY = '/usr/sbin/haproxy'
/** Milliseconds in which a cluster must be whole. */
const PATIENCE = 120_000

type Member = { name: string; role: string; state: string }
export type Node = { name: string; port: number; api: number; folder: string; process: ChildProcess | undefined }

/** Why there can be no cluster on this machine; undefined where there can. */
export function missingForCluster(): string | undefined {
  const missing = [ETCD, PATRONI, HAPROXY].filter((program) => !existsSync(program))
  if (newestBinaries() === undefined) missing.push(BINARIES)
  return missing.length === 0 ? undefined : `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not there`
}

function newestBinaries(): string | undefined {
  const versions = existsSync(BINARIES) ? readdirSync(BINARIES).filter((name) => Number(name) >= 15) : []
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  return newest === undefined ? undefined : join(BINARIES, newest, 'bin')
}

export class Cluster {
  readonly nodes: Node[] = []
  private readonly folder: string
  private readonly user: { uid: number; gid: number } | undefined
  private etcd: ChildProcess | undefined
  private haproxy: ChildProcess | undefined
  private ports = { etcd: 0, peers: 0, primary: 0 }

  constructor(folder: string) {
    this.folder = folder
    this.user = process.getuid?.() === 0 ? idsOf('postgres') : undefined
    if (this.user !== undefined) chownSync(folder, this.user.uid, this.user.gid)
  }

  /** The one address, which always leads to the primary. */
  get databaseUrl(): string {
    return `postgresql://postgres@127.0.0.1:${this.ports.primary}/plumb`
  }

  async start(): Promise<void> {
    const [etcd = 0, peers = 0, primary = 0, ...others] = await freePorts(9)
    this.ports = { etcd, peers, primary }
    this.startEtcd()
    for (let number = 0; number < 3; number += 1) {
      const name = `node${number + 1}`
      const node = { name, port: others[number * 2] ?? 0, api: others[number * 2 + 1] ?? 0, process: undefined }
      this.nodes.push({ ...node, folder: this.ownFolder(name) })
    }
    for (const node of this.nodes) this.startNode(node)
    this.startHaproxy()
    await this.untilWhole()
  }

  startEtcd(): void {
    const client = `http://127.0.0.1:${this.ports.etcd}`
    const peer = `http://127.0.0.1:${this.ports.peers}`
    this.etcd = this.run('etcd', ETCD, [
      ...[
        '--enable-v2',
        '--data-dir',
        this.ownFolder('etcd'),
        '--listen-client-urls',
        client,
        '--advertise-client-urls',
        client,
      ],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
    ])
  }

  startNode(node: Node): void {
    const config = join(node.folder, 'patroni.yml')
    const everybody = { username: 'postgres', password: 'loopback' }
    const trusted = ['all all', 'replication all'].map((what) => `host ${what} 127.0.0.1/32 trust`)
    // JSON is YAML.
    writeFileSync(
      config,
      JSON.stringify({
        scope: 'plumb',
        name: node.name,
        restapi: { listen: `127.0.0.1:${node.api}`, connect_address: `127.0.0.1:${node.api}` },
        // Not etcd3: before 3.0.3 a frozen primary puts the leader key there unasked when it wakes (docs/cluster.md).
        etcd: { host: `127.0.0.1:${this.ports.etcd}` },
        bootstrap: {
          dcs: {
            ...{ ttl: 20, loop_wait: 4, retry_timeout: 5 },
            ...{ synchronous_mode: true, synchronous_mode_strict: true },
            postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
          },
          initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
        },
        postgresql: {
          listen: `127.0.0.1:${node.port}`,
          connect_address: `127.0.0.1:${node.port}`,
          data_dir: join(node.folder, 'data'),
          bin_dir: newestBinaries(),
          pgpass: join(node.folder, 'pgpass'),
          authentication: { superuser: everybody, replication: everybody, rewind: everybody },
          parameters: { unix_socket_directories: node.folder },
          pg_hba: ['local all all trust', ...trusted],
        },
      }),
    )
    node.process = this.run(node.name, PATRONI, [config])
  }

  startHaproxy(): void {
    const config = join(this.folder, 'haproxy.cfg')
    writeFileSync(
      config,
      [
        'defaults',
        '  mode tcp',
        '  timeout connect 2s',
        '  timeout client 30m',
        '  timeout server 30m',
        '  timeout check 2s',
        'listen primary',
        `  bind 127.0.0.1:${this.ports.primary}`,
        '  option httpchk OPTIONS /primary',
        '  http-check expect status 200',
        '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
        ...this.nodes.map(({ name, port, api }) => `  server ${name} 127.0.0.1:${port} check port ${api}`),
        '',
      ].join('\n'),
    )
    this.haproxy = this.run('haproxy', HAPROXY, ['-db', '-f', config])
  }

  /** Resolves when there is one primary, a synchronous standby, and a third node that follows. */
  async untilWhole(): Promise<void> {
    for (const end = performance.now() + PATIENCE; performance.now() < end; await pause(500)) {
      const members = await this.members()
      const works = members.filter(({ state }) => state === 'running' || state === 'streaming')
      const roles = works.map(({ role }) => role)
      if (works.length === 3 && roles.includes('leader') && roles.includes('sync_standby')) return
    }
    throw new Error(`the cluster is not whole: ${JSON.stringify(await this.members())}`)
  }

  async nodeOf(role: 'leader' | 'sync_standby'): Promise<Node> {
    const name = (await this.members()).find((member) => member.role === role)?.name
    const node = this.nodes.find((one) => one.name === name)
    if (node === undefined) throw new Error(`no node is ${role}`)
    return node
  }

  async switchover(): Promise<void> {
    const leader = await this.nodeOf('leader')
    await fetch(`http://127.0.0.1:${leader.api}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name }),
    })
  }

  /** Sends a signal to the server of a node alone, or to all of its processes, as if the machine had gone. */
  signal(node: Node, signal: NodeJS.Signals, whole: boolean): void {
    const [pid] = readFileSync(join(node.folder, 'data/postmaster.pid'), 'utf8').split('\n')
    if (whole) send(node.process?.pid, signal)
    for (const child of whole ? childrenOf(Number(pid)) : []) send(child, signal)
    send(Number(pid), signal)
  }

  signalEtcd(signal: NodeJS.Signals): void {
    send(this.etcd?.pid, signal)
  }

  signalHaproxy(signal: NodeJS.Signals): void {
    send(this.haproxy?.pid, signal)
  }

  async stop(): Promise<void> {
    const running = [this.haproxy, ...this.nodes.map((node) => node.process), this.etcd]
    for (const child of running) {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await Promise.race([ended, pause(20_000).then(() => child.kill('SIGKILL'))])
    }
    // What outlived its Patroni.
    for (const node of this.nodes) {
      if (existsSync(join(node.folder, 'data/postmaster.pid'))) this.signal(node, 'SIGQUIT', false)
    }
  }

  private run(name: string, program: string, words: string[]): ChildProcess {
    const log = openSync(join(this.folder, `${name}.log`), 'a')
    const child = spawn(program, words, {
      ...this.user,
      cwd: this.folder,
      env: { PATH: process.env['PATH'] },
      detached: true,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    return child
  }

  private ownFolder(name: string): string {
    const folder = join(this.folder, name)
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    if (this.user !== undefined) chownSync(folder, this.user.uid, this.user.gid)
    return folder
  }

  private async members(): Promise<Member[]> {
    for (const { api } of this.nodes) {
      const answer = await fetch(`http://127.0.0.1:${api}/cluster`, { signal: AbortSignal.timeout(2000) }).catch(
        () => undefined,
      )
      if (answer?.ok === true) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
}

export function idsOf(user: string): { uid: number; gid: number } {
  const [uid, gid] = ['-u', '-g'].map((what) => Number(spawnSync('id', [what, user], { encoding: 'utf8' }).stdout))
  if (uid === undefined || gid === undefined || Number.isNaN(uid)) throw new Error(`there is no user ${user}`)
  return { uid, gid }
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

function send(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, signal)
  } catch {
    // It was gone already.
  }
}

/**
 * Ports that nobody listens on at the moment. They lie below the range from which the system gives a port to whoever
 * asks for any: one of those might be given away before it is used.
 */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) {
    const server = createServer().listen(randomInt(10_000, 32_768), '127.0.0.1')
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!free) continue
    found.add((server.address() as AddressInfo).port)
    await new Promise((resolve) => server.close(resolve))
  }
  return [...found]
}
