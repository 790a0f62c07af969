/**
 * What an administrator has typed, in one line and so that no reader of mail makes a link of it: a blank parts what
 * schemes, hosts and addresses are known by (`https: / /evil. test`, `eve @ evil. test`). Figures and what is written as
 * usual stay as they are. Every text that somebody has typed goes through this before a mail says it. Nothing is cut off,
 * for whoever has something to hide writes it at the end; how long a text may be, its call says.
 */
export function unlinked(typed: string): string {
  return typed
    .replaceAll(/\P{ASCII}/gu, plainSign)
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('//', '/ /')
    .replaceAll(/(?<=\S)@|@(?=\S)/g, ' @ ')
    .replaceAll(/(?<=\p{L}):(?=\S)/gu, ': ')
    .replaceAll(/[.。](?=[^\s\d.,;!?)"'’”])|(?<=\.\d+)\.(?=\d)/gu, '. ')
    .trim()
}

/** The sign that another one only looks like (`ｅ` is `e`). One that stands for many stays: else 20,000 become 360,000. */
function plainSign(sign: string): string {
  const plain = sign.normalize('NFKC')
  return plain.length > sign.length ? sign : plain
}
