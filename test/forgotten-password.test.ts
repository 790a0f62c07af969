import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '#kit/clock.ts'
import { type ProxiedApp, startProxiedApp } from './support/proxied-app.ts'

const ASKED = '/api/forgot-password'

describe('a reset link that is asked for', () => {
  let app: ProxiedApp
  beforeAll(async () => {
    app = await startProxiedApp()
  })
  afterAll(() => app.close())

  /** Asks for a link; answers what was said, and every statement of the call's transaction. */
  async function ask(email: string): Promise<{ said: unknown; statements: string[] | undefined }> {
    const open = new Map<number, string[]>()
    let statements: string[] | undefined
    app.proxy.each(({ connection, text }) => {
      const own = open.get(connection)
      if (own === undefined || own.at(-1) === 'commit' || /^begin/i.test(text)) open.set(connection, [text])
      else own.push(text)
      // the call asks where it comes from and counts itself, and what follows on its connection lands in the same list
      const call = open.get(connection)
      if (/insert into "?rate_limit"?/i.test(text) && call?.some((one) => /"known_place"/.test(one))) statements = call
      return 'none'
    })
    const { status, body } = await app.house.visitor().post(ASKED, { email })
    await app.proxy.heal()
    return { said: [status, body], statements }
  }

  test('takes the same statements and the same answer whether there is an account or not', async () => {
    const known = app.house.visitor()
    await known.join('known')
    const blocked = app.house.visitor()
    await blocked.join('blocked')
    await (await app.house.owner()).must(`/api/block-user/${blocked.id}`, { reason: 'A test' })
    for (let nth = 1; nth <= 4; nth += 1) {
      await app.house.clock.move(MINUTE)
      const [one, other, third] = [
        await ask('nobody@mail.plumb.test'),
        await ask(known.email),
        await ask(blocked.email),
      ]
      expect(one.statements?.at(-1), `time ${nth}`).toBe(nth <= 3 ? 'commit' : 'rollback')
      expect([other, third], `time ${nth}`).toEqual([one, one])
    }
    const mail = await known.newestMessage('.eml', known.email, /reset-password\?token=/)
    expect(mail).toContain('30 minutes')
    const toBlocked = () =>
      app.house.app.db.selectFrom('message').select('subject').where('receiver', '=', blocked.email).execute()
    // the code, the words of the block itself, and three times these words again
    await expect.poll(async () => (await toBlocked()).length).toBe(5)
  })
})
