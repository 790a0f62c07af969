import { createHash } from 'node:crypto'
import { MINUTE } from '#kit/clock.ts'
import { refuseField } from '#kit/refusal.ts'
import type { TakenFiles, Upload } from '#kit/routes.ts'
import { takingTurns } from '#kit/turns.ts'
import { readList } from './formats/read-list.ts'
import { makeReady, type ReadyList } from './import-list.ts'
import { LARGEST_IMPORT_MB } from './rules.ts'

const TAKEN: TakenFiles = {
  ...{ field: 'file', files: 2, bytes: LARGEST_IMPORT_MB * 1024 * 1024, patience: 4 * MINUTE },
  tooLarge: `Choose files of at most ${LARGEST_IMPORT_MB} MB together.`,
  tooSlow: 'The file took too long to arrive. Try again on a faster connection.',
  unreadable: 'The upload could not be read. Send one list in the field file: one file, or sdn.csv and alt.csv.',
}

/** One list at a time in each process: a large one takes hundreds of megabytes while it is read. */
const turn = takingTurns(1, { most: 4, longest: MINUTE })

/** Takes in the list of a call and reads it. 422 where none comes in the field file, or what comes is no list. */
export function receiveList(
  { userId }: { userId: string },
  uploads: (taken: TakenFiles) => Promise<Upload[]>,
): Promise<ReadyList> {
  return turn(async () => {
    const files = await uploads(TAKEN)
    if (files.length === 0 || files.some(({ field }) => field !== TAKEN.field)) {
      refuseField('file', 'Choose a list and send it in the field file.')
    }
    const hash = createHash('sha256')
    for (const { bytes } of files) hash.update(bytes)
    return makeReady(await readList(files.map(({ bytes }) => bytes)), hash.digest('hex'))
  }, userId)
}
