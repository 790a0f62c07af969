/** A disk whose power can be cut: a file system in an image, of which a copy has what reached it and nothing else. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const SIZE = 1024 ** 3
const COPIES = 50
/** In memory where there is room: it is the image that is the disk. */
const MEMORY = '/dev/shm'

export type Disk = {
  /** Where it is mounted. */
  folder: string
  /** Another disk with what has been written to this one by now, taken at one moment. Nobody may be writing. */
  afterPowerLoss(): Disk
  /** Everything that was written so far is on the disk. */
  sync(): void
  remove(): void
}

/** Why there can be no such disk here; nothing where there can. */
export function missingForDisks(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has loop devices'
  if (process.getuid?.() !== 0) return 'only root may mount a disk'
  try {
    makeDisk().remove()
    return undefined
  } catch (error) {
    return `no disk can be made: ${error instanceof Error ? error.message : String(error)}`
  }
}

export function makeDisk(): Disk {
  const place = mkdtempSync(join(roomFor(MEMORY) ? MEMORY : tmpdir(), 'plumb-disk-'))
  const image = join(place, 'image')
  writeFileSync(image, '')
  truncateSync(image, SIZE)
  run('mkfs.ext4', '-q', image)
  return mounted(place)
}

function mounted(place: string): Disk {
  const image = join(place, 'image')
  const folder = join(place, 'disk')
  mkdirSync(folder)
  const device = run('losetup', '--find', '--show', image)
  const detach = () => {
    run('losetup', '--detach', device)
    rmSync(place, { recursive: true, force: true })
  }
  try {
    run('mount', device, folder)
  } catch (error) {
    detach()
    throw error
  }
  return {
    folder,
    afterPowerLoss: () => mounted(copyOf(image, basename(device))),
    sync: () => void run('sync', '--file-system', folder),
    remove() {
      run('umount', folder)
      detach()
    },
  }
}

/** The kernel writes on when nobody else does: a copy counts where nothing has reached the device meanwhile. */
function copyOf(image: string, device: string): string {
  const place = mkdtempSync(join(image, '../../plumb-disk-'))
  for (let copies = 0; copies < COPIES; copies += 1) {
    const before = writtenTo(device)
    run('cp', '--sparse=always', image, join(place, 'image'))
    if (before !== undefined && before === writtenTo(device)) return place
  }
  rmSync(place, { recursive: true, force: true })
  throw new Error(`the kernel did not stop writing to ${device}`)
}

/** How many writes a device has done; nothing while one is under way. */
function writtenTo(device: string): string | undefined {
  const figures = readFileSync(`/sys/block/${device}/stat`, 'utf8').trim().split(/\s+/)
  const [writes, underWay] = [figures[4], figures[8]]
  return underWay === '0' ? writes : undefined
}

function roomFor(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * SIZE
  } catch {
    return false
  }
}

function run(program: string, ...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr.trim()}`)
  return stdout.trim()
}
