/** How people come to roles in tests over HTTP: invited by an owner, and accepted by the link of the mail. */
import type { Visitor } from './visitor.ts'

export type Role = 'owner' | 'reviewer' | 'support'

/** Makes an administrator of somebody who is signed in with both halves and holds no role. */
export async function giveRoles(owner: Visitor, person: Visitor, roles: Role[]): Promise<void> {
  await owner.must('/api/invite-administrator', { email: person.email, roles, reason: 'A colleague' })
  // their session gives way to another
  const { access_token } = await person.must('/api/accept-roles', { token: await invitationFor(person) })
  person.bearer = access_token
}

/** What needs two where there are two: the first asks for it, the second agrees. */
export async function mustBoth(first: Visitor, second: Visitor, path: string, body: unknown): Promise<void> {
  const { status, body: answer } = await first.post(path, body)
  if (status !== 202) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(answer)}`)
  await second.must(`/api/agree-approval/${answer.approval_id}`)
}

/** The token of the newest invitation that was mailed to somebody. */
export async function invitationFor(person: Visitor): Promise<string> {
  const mail = await person.newestMessage('.eml', person.email, /accept-roles\?token=/)
  return /accept-roles\?token=([\w-]+)/.exec(mail)?.[1] ?? ''
}
