/**
 * Shows that a payment wallet of Bitcoin is held, by what its key has signed (docs/proofs.md, “What is held”).
 *
 *   npm run held -- WALLET                        (with the settings of npm start; the app may run meanwhile)
 *   npm run held -- WALLET SIGNATURE [PROOF]
 *
 * WALLET is its name. Without a signature this prints the sentence to sign (BIP-322, “simple”). With one it is verified
 * and kept, for everybody to see; PROOF is the number of the proof whose sentence was signed, where it is not the newest:
 * of the last seven days.
 */
import { readSettings } from '#kit/config.ts'
import { openDatabase, type Tx } from '#kit/database.ts'
import { transaction } from '#kit/transaction.ts'
import { proveWallet } from '#funds/signatures/prove-wallet.ts'
import { houseOf, sentenceToSign } from '#funds/signatures/read-signatures.ts'
import { refuseOtherAddress } from '#log/address.ts'
import { startEmbeddedPostgres } from '#postgres/embedded-postgres.ts'
import { refuseNoHouse } from '#postgres/refuse-no-house.ts'
import { refuseOtherVersion } from '#postgres/refuse-other-version.ts'
import { listWallets } from '#wallets/find.ts'
import { tellUsage } from './usage.ts'

const USAGE = 'Say which: npm run held -- WALLET, then npm run held -- WALLET SIGNATURE [PROOF]'

type Asked = { wallet: string; signature: string | undefined; proof: number | undefined }

/** What is to be done next, or what was done, in sentences. */
async function act(tx: Tx, house: string, { wallet, signature, proof }: Asked): Promise<string> {
  const wallets = await listWallets(tx, { onlyAvailable: false })
  const found = wallets.find(({ wallet_name }) => wallet_name.toLowerCase() === wallet.toLowerCase())
  if (found === undefined) {
    const names = wallets.map(({ wallet_name }) => wallet_name).join(', ')
    throw new Error(names === '' ? 'There is no wallet yet.' : `There is no wallet “${wallet}”. There are: ${names}.`)
  }
  const { sentence } = await sentenceToSign(tx, house, found.id, proof)
  if (sentence === null) {
    throw new Error(
      proof === undefined
        ? 'There is nothing to sign: no proof yet, or no wallet whose signature can be verified.'
        : `There is no proof ${proof}.`,
    )
  }
  if (signature === undefined)
    return `${sentence}\nSign this line as it is (BIP-322, “simple”), and give the signature.`
  const given = { walletId: found.id, sentence, signature }
  const { name, day } = await proveWallet(tx, house, { job: 'the held command' }, given, 'BIP-322')
  return `${name} is shown as held on ${day}, by its signature.`
}

async function onDatabase(work: (tx: Tx, house: string) => Promise<string>): Promise<string> {
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir, appUrl } = settings
  refuseNoHouse({ databaseUrl, dataDir })
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log: () => {} }) : undefined
  try {
    const connectionString = databaseUrl ?? embedded?.connectionString ?? ''
    await refuseOtherVersion(connectionString)
    const { db } = openDatabase({ connectionString }, { size: 1, log: () => {} })
    try {
      return await transaction(db, async (tx) => {
        await refuseOtherAddress(tx, settings)
        return work(tx, houseOf(appUrl))
      })
    } finally {
      await db.destroy()
    }
  } finally {
    await embedded?.stop()
  }
}

tellUsage(import.meta.filename)
try {
  const [wallet, signature, proof, ...others] = process.argv.slice(2)
  if (wallet === undefined || others.length > 0 || !/^[1-9][0-9]{0,8}$/.test(proof ?? '1')) throw new Error(USAGE)
  const asked = { wallet, signature, proof: proof === undefined ? undefined : Number(proof) }
  console.log(await onDatabase((tx, house) => act(tx, house, asked)))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
