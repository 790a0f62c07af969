/**
 * What a call that may wait for a second administrator answers: `done`, or that `what` waits, by the id of the request.
 */
export function orWaits(
  waits: string | undefined,
  { what, done }: { what: string; done: string },
): { message: string; approval_id?: string } {
  return waits === undefined
    ? { message: done }
    : { message: `${what} waits for a second approver. Nothing has changed yet.`, approval_id: waits }
}
