import type { FastifyRequest } from 'fastify'
import { MINUTE } from '#kit/clock.ts'
import { Refusal, refuseField } from '#kit/refusal.ts'
import type { Upload } from '#kit/routes.ts'

const TOO_SLOW = 'The picture took too long to arrive. Choose a smaller one, or try again on a faster connection.'
/** Of the time that a file has, the part in which so many bytes at least have to come in. */
const PACE = { partOfPatience: 1 / 6, bytes: 64 * 1024 }

/**
 * 408 where the file has not come in whole in time, or comes in more slowly than anybody's picture does: it holds a place
 * meanwhile, and others wait for one.
 */
export async function readUpload(request: FastifyRequest, patience = MINUTE): Promise<Upload | undefined> {
  if (!request.isMultipart()) return undefined
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(new Refusal('too slow', TOO_SLOW))
  const timer = setTimeout(giveUp, patience)
  const { socket } = request.raw
  let read = socket.bytesRead
  const pace = setInterval(() => {
    if (socket.bytesRead - read < PACE.bytes) giveUp()
    read = socket.bytesRead
  }, patience * PACE.partOfPatience)
  try {
    return await Promise.race([readFiles(request), late.promise])
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') {
      refuseField('image', 'Choose a picture of at most 10 MB.')
    }
    return refuseField('image', 'The upload could not be read. Send one picture in the field image.')
  } finally {
    clearTimeout(timer)
    clearInterval(pace)
  }
}

async function readFiles(request: FastifyRequest): Promise<Upload | undefined> {
  let upload: Upload | undefined
  // To the end, so that a second file is refused and not silently dropped.
  for await (const file of request.files()) upload = { field: file.fieldname, bytes: await file.toBuffer() }
  return upload
}
