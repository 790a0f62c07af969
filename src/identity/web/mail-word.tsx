import { useId, type FormEvent } from 'react'
import * as text from '#texts/mail-word.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { createClient } from '#ui/client.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { createRead, useRefresh } from '#ui/read.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { fieldOf, problemsOf, useSubmission } from '#ui/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import type { usersContract } from '#users/contract.ts'
import { LONGEST_WORD, readMailWord } from '#users/word-rules.ts'

const call = createClient<typeof usersContract>()
const useRead = createRead(call)

/** The word of one's own that every mail begins with: chosen, changed, removed. */
export function MailWordSection() {
  const heading = useId()
  const { data, error, refetch } = useRead('GET /api/mail-word')
  return (
    <Card role="region" aria-labelledby={heading} className="flex flex-col gap-4 p-5">
      <h2 id={heading} className="text-17">
        {text.heading}
      </h2>
      <p className="-mt-3 text-14 text-ink-2">{text.lead}</p>
      {data ? (
        <WordForm key={data.word} word={data.word} />
      ) : error ? (
        <LoadFailed again={refetch} />
      ) : (
        <Skeleton className="h-14" />
      )}
    </Card>
  )
}

function WordForm({ word }: { word: string | null }) {
  const { busy, errors, submit } = useSubmission()
  const refresh = useRefresh()
  const choose = (chosen: string | null) =>
    void submit(() => call('POST /api/mail-word', { body: { word: chosen } }), {
      check: () => problemsOf({ word: chosen === null ? null : problemOf(chosen) }),
      done: refresh,
    })
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    choose(fieldOf(new FormData(event.currentTarget), 'word'))
  }
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-3.5">
      <TextField
        label={text.word}
        name="word"
        defaultValue={word ?? ''}
        autoComplete="off"
        maxLength={LONGEST_WORD}
        hint={text.hint}
        check={problemOf}
        error={errors['word']}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="medium" busy={busy}>
          {busy ? text.sending : text.save}
        </Button>
        {word !== null && (
          <Button variant="secondary" size="medium" busy={busy} onClick={() => choose(null)}>
            {text.remove}
          </Button>
        )}
      </div>
    </form>
  )
}

function problemOf(typed: string): string | null {
  const read = readMailWord(typed)
  return 'problem' in read ? read.problem : null
}
