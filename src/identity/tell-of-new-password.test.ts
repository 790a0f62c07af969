import { expect, test } from 'vitest'
import { newId } from '#kit/ids.ts'
import { opened } from '../../test/support/opened.ts'
import { aRequest, openRegisteringHouse } from '../../test/support/registering-house.ts'
import { join } from '../../test/support/registering.ts'
import { userNow } from '../../test/support/traces.ts'
import { provenUser } from './gate.ts'
import { tellOfNewPassword } from './tell-of-new-password.ts'

const house = opened(openRegisteringHouse)

test('a browser that was told of everything before hears nothing once another password was chosen', async () => {
  const { user } = await join(house, 'overheard')
  const subscription = {
    id: newId(),
    user_id: user.id,
    endpoint: 'https://push.plumb.test/somebody',
    p256dh: 'x',
    auth: 'x',
  }
  await house.db
    .insertInto('push_subscription')
    .values({ ...subscription, created_at: house.clock.now() })
    .execute()
  const before = await userNow(house, user.id)
  await house.write((tx) => tellOfNewPassword(tx, house.clock, provenUser(before, aRequest()), before))
  const devices = await house.db
    .selectFrom('push_subscription')
    .select('closed_at')
    .where('user_id', '=', user.id)
    .execute()
  expect(devices).toEqual([{ closed_at: expect.any(Date) }])
})
