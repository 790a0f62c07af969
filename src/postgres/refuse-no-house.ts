import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '#kit/config.ts'

/** For a command that makes no house: throws a sentence where the data folder has none and no other database is named. */
export function refuseNoHouse({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`There is no Plumb in ${dataDir}. Set DATA_DIR or DATABASE_URL as npm start has them.`)
}
