import { sql } from 'kysely'
import type { Tx } from '#kit/database.ts'
import type { SignatureScheme } from '../sentence-rules.ts'

/** A payment wallet as it is now; its row is held to the end of the transaction. */
export type SigningWallet = { id: string; name: string; network: string; address: string }

export function lockSigningWallet(tx: Tx, id: string): Promise<SigningWallet | undefined> {
  return tx
    .selectFrom('wallet')
    .select(['id', 'name', 'network', 'address'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** A proof by what a sentence names of it: the root in hexadecimal, the day that of UTC. */
export type NamedProof = { epoch: number; day: string; root: string; made_at: Date }

/** The proof of an epoch, or the newest. */
export async function selectNamedProof(tx: Tx, epoch?: number): Promise<NamedProof | undefined> {
  const { rows } = await sql<NamedProof>`
    SELECT epoch, to_char(made_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, encode(root, 'hex') AS root, made_at FROM proof
    WHERE ${epoch ?? null}::integer IS NULL OR epoch = ${epoch ?? null} ORDER BY epoch DESC LIMIT 1`.execute(tx)
  return rows[0]
}

/** Whether a signature of this address on its network over the sentence of this proof is there. */
export async function isProved(
  tx: Tx,
  { walletId, epoch, network, address }: { walletId: string; epoch: number; network: string; address: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('wallet_signature')
    .select('id')
    .where('wallet_id', '=', walletId)
    .where('epoch', '=', epoch)
    .where('network', '=', network)
    .where('address', '=', address)
    .executeTakeFirst()
  return found !== undefined
}

export type GivenSignature = {
  id: string
  wallet_id: string
  network: string
  address: string
  house: string
  epoch: number
  day: string
  /** in hexadecimal */
  root: string
  scheme: SignatureScheme
  signature: string
  given_at: Date
  /** null: by the command */
  given_by: string | null
}

export async function insertSignature(tx: Tx, { day, root, ...given }: GivenSignature): Promise<void> {
  await tx
    .insertInto('wallet_signature')
    .values({ ...given, day: sql<Date>`${day}::date`, root: Buffer.from(root, 'hex') })
    .execute()
}

export type NewestSignature = Omit<GivenSignature, 'id' | 'given_by'> & { wallet_name: string; current: boolean }

/** Of each wallet, or of one, the newest signature, whether its address is the wallet's now; by the wallets' names. */
export async function selectNewestSignatures(tx: Tx, walletId?: string): Promise<NewestSignature[]> {
  const { rows } = await sql<NewestSignature>`
    SELECT wallet_id, wallet.name AS wallet_name, said.network, said.address, house, epoch, scheme, signature, given_at,
      to_char(day, 'YYYY-MM-DD') AS day, encode(root, 'hex') AS root,
      (said.network, said.address) = (wallet.network, wallet.address) AS current
    FROM wallet JOIN LATERAL (
      SELECT * FROM wallet_signature WHERE wallet_id = wallet.id
      ORDER BY (network, address) = (wallet.network, wallet.address) DESC, epoch DESC, given_at DESC LIMIT 1
    ) AS said ON true
    WHERE ${walletId ?? null}::uuid IS NULL OR wallet.id = ${walletId ?? null}
    ORDER BY lower(wallet.name)`.execute(tx)
  return rows
}
