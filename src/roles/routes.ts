import { orWaits } from '#approvals/waits-reply.ts'
import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#kit/config.ts'
import { readText } from '#kit/read-text.ts'
import type { Routes } from '#kit/routes.ts'
import { asPage, withPageSize } from '#lists/replies.ts'
import { type OpenedSession, sessionCookies } from '#identity/cookies.ts'
import { passGateAgain } from '#identity/gate.ts'
import { endOthers } from '#identity/end-sessions.ts'
import { rotateSession } from '#identity/rotate-session.ts'
import { acceptRoles } from './accept-roles.ts'
import { blockUser } from './block-user.ts'
import type { rolesContract } from './contract.ts'
import { inviteAdministrator, readInvitation } from './invite-administrator.ts'
import { noteUser } from './note-user.ts'
import { notesOn, openInvitations } from './read.ts'
import { requireReset } from './require-reset.ts'
import { setRoles } from './set-roles.ts'
import { signOutEverywhere } from './sign-out-everywhere.ts'
import { unblockUser } from './unblock-user.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

/** The calls of this slice. */
export function rolesRoutes({
  clock,
  settings,
}: {
  clock: Clock
  settings: Pick<Settings, 'appUrl'>
}): Routes<typeof rolesContract> {
  const { appUrl } = settings
  return {
    'POST /api/sign-out-everywhere/:id': (context) =>
      context.write(async (tx) => {
        await signOutEverywhere(tx, clock, context.actor, context.params)
        return { message: 'The user is signed out everywhere.' }
      }),
    'POST /api/require-reset/:id': (context) =>
      context.write(async (tx) => {
        await requireReset(tx, clock, context.actor, { ...context.params, appUrl })
        return { message: 'The user has to choose a new password before they sign in again.' }
      }),
    'POST /api/block-user/:id': (context) => {
      const reason = readText('reason', context.body.reason)
      return context.write(async (tx) => {
        await blockUser(tx, clock, context.actor, { ...context.params, reason, appUrl })
        return { message: 'Sign-in is blocked, and the user is signed out everywhere.' }
      })
    },
    'POST /api/unblock-user/:id': (context) => {
      const reason = readText('reason', context.body.reason)
      return context.write(async (tx) => {
        const waits = await unblockUser(tx, clock, context.actor, { ...context.params, reason, appUrl })
        return orWaits(waits, { what: 'The unblocking', done: 'The user can sign in again.' })
      })
    },
    'POST /api/note-user/:id': (context) => {
      const text = readText('text', context.body.text)
      return context.write(async (tx) => {
        await noteUser(tx, clock, context.actor, { ...context.params, text })
        return { message: 'Note saved.' }
      })
    },
    'GET /api/admin/notes/:id': (context) =>
      context.read(async (tx) =>
        asPage(await notesOn(tx, context.actor, context.params.id, withPageSize(context.query))),
      ),
    'POST /api/invite-administrator': (context) => {
      const invitation = readInvitation({ ...context.body, reason: readText('reason', context.body.reason) })
      return context.write(async (tx) => {
        const waits = await inviteAdministrator(tx, clock, context.actor, { ...invitation, appUrl })
        return orWaits(waits, { what: 'The invitation', done: `The invitation is on its way to ${invitation.email}.` })
      })
    },
    'GET /api/admin/invitations': (context) =>
      context.read(async (tx) => ({ status: 'success' as const, items: await openInvitations(tx, clock) })),
    'POST /api/withdraw-invitation/:id': (context) =>
      context.write(async (tx) => {
        await withdrawInvitation(tx, clock, context.actor, context.params)
        return { message: 'The invitation is withdrawn. Its link no longer works.' }
      }),
    'POST /api/accept-roles': async (context) => {
      let opened: OpenedSession | undefined
      const reply = await context.write(async (tx) => {
        const roles = await acceptRoles(tx, clock, context.actor, context.body)
        // it may have been ended meanwhile; whoever sits in another one has no part in the new rights
        await passGateAgain(tx, context.actor)
        await endOthers(tx, clock, context.actor)
        opened = await rotateSession(tx, clock, context.actor, context.request, roles)
        return { message: 'You are an administrator now.' }
      })
      if (opened === undefined) return reply
      sessionCookies(opened).forEach(context.setCookie)
      return { ...reply, access_token: opened.bearer }
    },
    'POST /api/set-roles/:id': (context) =>
      context.write(async (tx) => {
        const waits = await setRoles(tx, clock, context.actor, { ...context.params, ...context.body })
        return orWaits(waits, { what: 'The change of roles', done: 'The roles have been changed.' })
      }),
  }
}
