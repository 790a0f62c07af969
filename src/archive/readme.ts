/** What an archive says of itself. `at` is the moment that all of it is of. */
export function archiveReadme(of: { operator: string; name: string; at: Date; leftOut: readonly string[] }): string {
  const { operator, name, at, leftOut } = of
  const left = leftOut.length === 0 ? [] : ['', 'Left out', '', ...leftOut]
  return `${[
    `Everything that is yours at ${operator}`,
    '',
    `Username: ${name}`,
    `As it stood at ${at.toISOString()}. All times and days are UTC. Amounts are US dollars, exact to the micro-dollar.`,
    '',
    'me.json           what is kept about you; it explains itself',
    'picture.webp      your profile picture, if you have one',
    'ledger.csv        every entry on your accounts, for a spreadsheet; debits are positive',
    'journal.hledger   the same as a journal, with the balance after each line',
    'statements/       a statement for each month in which you had something: CSV, and PDF to print',
    'documents/        the pictures that you handed in for identity checks, oldest check first',
    'proofs/           what shows that what you are owed is counted in the published total, for each proof that is kept',
    '',
    'How to check it',
    '',
    'The journal: hledger -f journal.hledger check --strict',
    'Everybody else is one account there, equity:counterparties. One micro-dollar that is changed is refused, with its line.',
    'A proof: open the page proofs/proof-….html in a browser, without a connection; or, with the program of the house,',
    'npm run verify -- proofs/proof-….json. docs/proofs.md says what each byte means, so that you can write your own.',
    'The statements end with the newest signature of the log of the books: whoever keeps it can show a rewriting.',
    ...left,
    '',
    'Keep this file to yourself: it says who you are.',
  ].join('\r\n')}\r\n`
}
