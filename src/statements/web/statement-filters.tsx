import * as text from '#texts/statement.ts'
import { Choices } from '#ui/choices.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { isPeriod, PERIODS } from './period.ts'
import { STATEMENT_ACCOUNTS, type StatementQuery } from './statement-query.ts'

/** Which period, and which balance. What is chosen stands in the address. */
export function StatementFilters({ query: { name, period, account, ask } }: { query: StatementQuery }) {
  const backwards = Boolean(period.from && period.to) && !isPeriod(period)
  return (
    <div className="flex flex-col gap-3">
      <Choices
        label={text.period}
        variant="segments"
        choices={PERIODS.map((value) => ({ value, label: text.periods[value] }))}
        chosen={name}
        onChoose={(chosen) => ask(chosen === 'own' ? { period: chosen, ...period } : { period: chosen })}
      />
      {name === 'own' && (
        <div className="flex flex-wrap gap-3">
          <TextField
            label={text.from}
            type="date"
            className="min-w-38 flex-1"
            value={period.from ?? ''}
            max={period.to}
            onChange={({ target }) => ask({ from: target.value || undefined })}
          />
          <TextField
            label={text.to}
            type="date"
            className="min-w-38 flex-1"
            value={period.to ?? ''}
            min={period.from}
            onChange={({ target }) => ask({ to: target.value || undefined })}
            error={backwards ? text.wrongPeriod : undefined}
          />
        </div>
      )}
      <SelectField
        label={text.account}
        choices={STATEMENT_ACCOUNTS.map((value) => ({ value, label: text.accounts[value] }))}
        value={account}
        onChange={({ target }) => ask({ account: target.value })}
      />
    </div>
  )
}
