import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProxiedApp, startProxiedApp } from './support/proxied-app.ts'

describe('a wrong password', () => {
  let app: ProxiedApp
  beforeAll(async () => {
    app = await startProxiedApp()
  })
  afterAll(() => app.close())

  /** Types one; answers what was said, and every statement of the transactions in which it was counted. */
  async function guess(email: string): Promise<{ said: unknown; counted: string[][] }> {
    const open = new Map<number, string[]>()
    const counted = new Set<string[]>()
    app.proxy.each(({ connection, text }) => {
      const own = open.get(connection) ?? []
      if (/^begin/i.test(text) || /^(commit|rollback)$/.test(own.at(-1) ?? 'commit')) open.set(connection, [text])
      else own.push(text)
      const call = open.get(connection) ?? []
      // what tells the owner afterwards counts the mail that it sends, and may have begun before this listens
      const isOwn = /^begin/i.test(call[0] ?? '') && !call.some((one) => /delete from "guessing_report"/i.test(one))
      if (/insert into "?rate_limit"?/i.test(text) && isOwn) counted.add(call)
      return 'none'
    })
    const { status, body } = await app.house.visitor().post('/api/login', { email, password: 'not the password' })
    await app.proxy.heal()
    return { said: [status, body], counted: [...counted] }
  }

  test('takes the same statements and the same answer whether there is an account or not, also the tenth', async () => {
    const known = app.house.visitor()
    await known.join('guessed-at')
    const told = () =>
      app.house.app.db
        .selectFrom('notification')
        .select('title')
        .where('user_id', '=', known.id)
        .where('title', '=', 'Wrong passwords')
        .execute()
    for (let nth = 1; nth <= 12; nth += 1) {
      const [nobodys, theirs] = [await guess('nobody@mail.plumb.test'), await guess(known.email)]
      expect(nobodys.counted, `time ${nth}`).toHaveLength(2)
      expect(theirs, `time ${nth}`).toEqual(nobodys)
      if (nth < 10) expect(await told()).toEqual([])
    }
    await expect.poll(told).toHaveLength(1)
  })
})
