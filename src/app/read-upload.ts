import type { FastifyRequest } from 'fastify'
import { MINUTE } from '#kit/clock.ts'
import { codeOf } from '#kit/error-code.ts'
import { Refusal, refuseField } from '#kit/refusal.ts'
import type { TakenFiles, Upload } from '#kit/routes.ts'

const TOO_SLOW = 'The picture took too long to arrive. Choose a smaller one, or try again on a faster connection.'
const PICTURE: TakenFiles = {
  ...{ field: 'image', files: 1, bytes: 10 * 1024 * 1024, patience: MINUTE, tooSlow: TOO_SLOW },
  tooLarge: 'Choose a picture of at most 10 MB.',
  unreadable: 'The upload could not be read. Send one picture in the field image.',
}
/** Of the time that a file has, the part in which so many bytes at least have to come in. */
const PACE = { partOfPatience: 1 / 6, bytes: 64 * 1024 }

/** The one picture of a request. */
export async function readUpload(request: FastifyRequest, patience?: number): Promise<Upload | undefined> {
  const [upload] = await readUploads(request, PICTURE, patience)
  return upload
}

/**
 * The files of a request. 408 where they have not come in whole in time, or come in more slowly than anybody's picture
 * does: they hold a place meanwhile, and others wait for one.
 */
export async function readUploads(
  request: FastifyRequest,
  taken: TakenFiles,
  patience = taken.patience,
): Promise<Upload[]> {
  if (!request.isMultipart()) return []
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(new Refusal('too slow', taken.tooSlow))
  const timer = setTimeout(giveUp, patience)
  const { socket } = request.raw
  let read = socket.bytesRead
  const pace = setInterval(() => {
    if (socket.bytesRead - read < PACE.bytes) giveUp()
    read = socket.bytesRead
  }, patience * PACE.partOfPatience)
  try {
    return await Promise.race([readFiles(request, taken), late.promise])
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (codeOf(error) === 'FST_REQ_FILE_TOO_LARGE') refuseField(taken.field, taken.tooLarge)
    return refuseField(taken.field, taken.unreadable)
  } finally {
    clearTimeout(timer)
    clearInterval(pace)
  }
}

async function readFiles(request: FastifyRequest, { field, files, bytes, tooLarge }: TakenFiles): Promise<Upload[]> {
  const uploads: Upload[] = []
  let left = bytes
  // To the end, so that one file too many is refused and not silently dropped.
  for await (const file of request.files({ limits: { files, fileSize: bytes } })) {
    const upload = { field: file.fieldname, bytes: await file.toBuffer() }
    left -= upload.bytes.length
    if (left < 0) refuseField(field, tooLarge)
    uploads.push(upload)
  }
  return uploads
}
