// Installs what Plumb needs, when it is not there yet. Runs before `npm start` (what the app needs) and, with --dev,
// before `npm test` (the checks' tools too). Needs nothing but Node 18: nothing is installed when it first runs.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.plumb-setup.json')
const LOCK = join(ROOT, '.cache', 'setup.lock')
const NODE_MAJOR = 26
const OWN_NODE = join(MODULES, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
/** For a Linux that lacks libatomic, which Node has needed since 25: slower, and all that we use it has. */
const OLDER_NODE = {
  version: '24.21.0',
  x64: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  arm64: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
}
const say = (line) => console.log(`Plumb: ${line}`)

/** A failure that a sentence explains. */
class Failure extends Error {}

const wantDev = process.argv.includes('--dev')
const wanted = {
  lock: createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex'),
  machine: `${process.platform}-${process.arch}`,
}

try {
  if (missing() !== 'nothing') await underLock(async () => install(missing()))
  await settleNode()
} catch (error) {
  console.error(error instanceof Failure ? `Plumb: ${error.message}` : error)
  process.exit(1)
}

/** What there is to install: everything, only the tools, or nothing. */
function missing() {
  const stamp = readJson(STAMP)
  if (stamp === undefined) return installedByHand()
  if (stamp.lock !== wanted.lock || stamp.machine !== wanted.machine) return 'everything'
  return wantDev && !stamp.dev ? 'tools' : 'nothing'
}

/** Somebody may have run npm themselves: its own record says what is there. */
function installedByHand() {
  const has = readJson(join(MODULES, '.package-lock.json'))?.packages
  if (has === undefined) return 'everything'
  const needs = Object.entries(readJson(join(ROOT, 'package-lock.json')).packages).filter(([path]) => path !== '')
  const lacks = (condition) =>
    needs.some(([path, it]) => condition(it) && !it.optional && !it.devOptional && has[path]?.version !== it.version)
  if (lacks((it) => !it.dev)) return 'everything'
  const dev = !lacks((it) => it.dev)
  writeStamp({ dev })
  return wantDev && !dev ? 'tools' : 'nothing'
}

async function install(what) {
  if (what === 'nothing') return
  const dev = wantDev || (readJson(STAMP)?.dev ?? false)
  const begun = Date.now()
  if (what === 'tools') {
    say('installing the tools of the checks (about 15 s, 0.2 GB) …')
    removeHalfInstalledTools()
    // Only adds: an app that runs from this folder keeps every file it has.
    writeStamp({ dev: false, adding: true })
    await npm(['install', '--no-save', '--include=dev'])
  } else {
    say(dev ? 'installing everything (about 35 s, 0.7 GB) …' : 'installing what it needs to run (about 25 s, 0.5 GB) …')
    await npm(dev ? ['ci', '--include=dev'] : ['ci', '--omit=dev'])
  }
  writeStamp({ dev })
  say(
    `installed in ${Math.round((Date.now() - begun) / 1000)} s, ${Math.round(sizeOf(MODULES) / 1e6)} MB in node_modules`,
  )
}

/** When adding the tools was broken off, npm would take half a package for a whole one. */
function removeHalfInstalledTools() {
  if (!readJson(STAMP)?.adding) return
  for (const [path, it] of Object.entries(readJson(join(ROOT, 'package-lock.json')).packages)) {
    if (it.dev) rmSync(join(ROOT, path), { recursive: true, force: true })
  }
  rmSync(join(MODULES, '.package-lock.json'), { force: true })
}

/** Runs npm with settings of ours, whatever the npm around us was told; ends with advice when it fails. */
async function npm(words) {
  const options = ['--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', '--no-progress']
  const all = [...words, ...options, '--loglevel=error', '--fetch-retries=5']
  const script = process.env.npm_execpath
  const [program, ...first] = script ? [process.env.npm_node_execpath ?? process.execPath, script] : ['npm']
  const child = spawn(program, [...first, ...all], {
    cwd: ROOT,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: !script && process.platform === 'win32',
  })
  writeLock(child.pid)
  let complaints = ''
  child.stderr.on('data', (text) => (complaints += text))
  const begun = Date.now()
  const ticking = setInterval(() => say(`still installing (${Math.round((Date.now() - begun) / 1000)} s) …`), 20_000)
  const code = await new Promise((resolve) => {
    child.on('error', (error) => resolve(String(error)))
    child.on('close', resolve)
  })
  clearInterval(ticking)
  if (code === 0) return
  console.error(complaints.trim())
  throw new Failure(`npm ${words.join(' ')} failed (${code}). ${advice(complaints)}`)
}

/** An npm that runs us leaves its settings behind, and some of them change what is installed. */
function environment() {
  const decides =
    /^npm_(lifecycle|package)_|^npm_config_(omit|include|only|also|dev|production|optional|global|location|prefix|local_prefix|workspaces?|include_workspace_root|dry_run|package_lock|package_lock_only|save.*|install_strategy|install_links|force|legacy_peer_deps|strict_peer_deps|ignore_scripts|offline|prefer_offline|before|min_release_age|loglevel|silent|json)$/i
  const kept = Object.entries(process.env).filter(
    ([name]) => name !== 'NODE_ENV' && name !== 'NODE_OPTIONS' && !decides.test(name),
  )
  return Object.fromEntries(kept)
}

function advice(complaints) {
  if (/ENOSPC/.test(complaints)) return 'The disk is full: about 1.2 GB must be free here and in npm’s cache.'
  if (/EACCES|EPERM|EROFS/.test(complaints))
    return `This user may not write to ${ROOT} or to npm’s cache: see the lines above.`
  if (/ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|ERR_SOCKET|network/i.test(complaints)) {
    return 'The package registry cannot be reached: check the network, the proxy and `npm config get registry`, then start again.'
  }
  return 'See the lines above, then start again.'
}

/** Makes sure that npm's scripts, which look in node_modules/.bin first, find a Node that runs here. */
async function settleNode() {
  const name = `node-${wanted.machine.replace('win32', 'win').replace('darwin', 'bin-darwin')}`
  const brought = join(MODULES, name, 'bin', 'node')
  if (linksToOlder() && complaint(brought) === undefined) pointTo(brought)
  const why = complaint(OWN_NODE)
  if (why === undefined) return
  if (why.includes('libatomic')) {
    // A start that is broken off here must not leave a Node behind that cannot run the next set-up.
    rmSync(OWN_NODE, { force: true })
    say('this machine lacks libatomic, which Node 26 needs (Debian: apt-get install libatomic1).')
    return underLock(takeOlderNode)
  }
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return
  throw new Failure(
    existsSync(brought) || name in readJson(join(ROOT, 'package-lock.json')).packages[''].optionalDependencies
      ? `its own Node ${NODE_MAJOR} (the package ${name}) does not run: ${why}. Remove node_modules and start again; ` +
          'if that does not help, see `npm config get omit`: optional packages must be allowed.'
      : `it needs Node ${NODE_MAJOR} and can bring none for ${wanted.machine}: install it from https://nodejs.org and start again.`,
  )
}

function linksToOlder() {
  return lstatSync(OWN_NODE, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(OWN_NODE).includes('.cache')
}

/** Why that Node does not run, or nothing when it does. */
function complaint(node) {
  const tried = spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  return tried.status === 0 ? undefined : (tried.error?.message ?? tried.stderr.trim())
}

async function takeOlderNode() {
  const name = `node-${wanted.machine}`
  const folder = join(ROOT, '.cache', `node-${OLDER_NODE.version}`)
  const node = join(folder, 'node_modules', name, 'bin', 'node')
  if (complaint(node) !== undefined) {
    say(`installing Node ${OLDER_NODE.version} instead, which is slower …`)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await npm(['install', `--prefix=${folder}`, '--no-save', `${name}@${OLDER_NODE.version}`])
    const got = readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages[`node_modules/${name}`]
      ?.integrity
    if (got !== OLDER_NODE[process.arch])
      throw new Failure(`the registry's ${name}@${OLDER_NODE.version} is not the one we know.`)
  }
  pointTo(node)
}

function pointTo(node) {
  const half = `${OWN_NODE}.${process.pid}`
  symlinkSync(node, half)
  renameSync(half, OWN_NODE)
}

/** One install at a time in this folder; the others wait and then look again what is missing. */
async function underLock(act) {
  orExplain(() => mkdirSync(dirname(LOCK), { recursive: true }))
  let told = false
  while (!takeLock()) {
    if (!told) say('another command is installing here; waiting for it …')
    told = true
    await sleep(300)
  }
  try {
    await act()
  } finally {
    rmSync(LOCK, { force: true })
  }
}

function takeLock() {
  if (writeLock(undefined, 'wx')) return true
  if (holderLives()) return false
  // The holder was killed. One of those who wait removes its lock, having looked again while no other could.
  const guard = `${LOCK}.removing`
  try {
    mkdirSync(guard)
  } catch {
    if (ageOf(guard) > 30_000) rmSync(guard, { recursive: true, force: true })
    return false
  }
  if (!holderLives()) rmSync(LOCK, { force: true })
  rmSync(guard, { recursive: true, force: true })
  return writeLock(undefined, 'wx')
}

function writeLock(child, flag = 'w') {
  const holders = [process.pid, child].filter(Boolean).map((pid) => ({ pid, born: bornAt(pid) }))
  return orExplain(() => writeFileSync(LOCK, JSON.stringify(holders), { flag }))
}

/** Whether it was done: not when the file is there already. */
function orExplain(write) {
  try {
    write()
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new Failure(`it may not write to ${ROOT} (${error.code}). Start it as the user whom the folder belongs to.`)
  }
}

/** The command that holds the lock, or the npm that it started. */
function holderLives() {
  const holders = readJson(LOCK)
  // Not written yet, or gone in this moment.
  if (holders === undefined) return ageOf(LOCK) < 5000
  return holders.some(({ pid, born }) => isAlive(pid) && bornAt(pid) === born)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Numbers of processes are given again: this tells two with the same number apart, where the system says. */
function bornAt(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]
  } catch {
    return undefined
  }
}

function ageOf(path) {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
}

function writeStamp(state) {
  writeFileSync(STAMP, `${JSON.stringify({ ...wanted, ...state })}\n`)
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

function sizeOf(folder) {
  let size = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    size += entry.isDirectory() ? sizeOf(path) : lstatSync(path).size
  }
  return size
}
