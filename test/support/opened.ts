import { afterAll, beforeAll } from 'vitest'

/** What a file or a group of tests works in: opened before its first test, closed after its last. Empty until then. */
export function opened<House extends { close(): Promise<void> }>(open: () => Promise<House>): House {
  const house = {} as House
  beforeAll(async () => void Object.assign(house, await open()))
  afterAll(() => house.close())
  return house
}
