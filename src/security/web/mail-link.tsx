import { Link, useLocation } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { MailLink } from '#addresses/contract.ts'
import { call as callAddress } from '#addresses/web/calls.ts'
import { FormHead, Motto, SignedOut } from '#identity/web/signed-out.tsx'
import * as text from '#texts/mail-link.ts'
import { fromWire } from '#money/micro-usd.ts'
import { showUsd } from '#money/show.ts'
import { Address } from '#ui/address.tsx'
import { useAnswer } from '#ui/answer.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { FigureList } from '#ui/figures.tsx'
import { useSubmission } from '#ui/submission.ts'
import { networkName } from '#wallets/web/networks.ts'
import { call } from '#withdrawals/web/calls.ts'

/** What a link in a mail lets its receiver do, signed in or not: it is done by the button, never by opening the page. */
export function MailLinkScreen() {
  const { token } = useLocation().search
  return (
    <SignedOut title={text.title} hero={<Motto />}>
      {token ? <OfLink key={token} token={token} /> : <Over why={text.incomplete} />}
    </SignedOut>
  )
}

function OfLink({ token }: { token: string }) {
  const [answer, setAnswer] = useState<{ link: MailLink | null } | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const ask = useCallback(() => call('POST /api/check-mail-link', { body: { token } }), [token])
  useAnswer(ask, setAnswer)
  const { busy, submit } = useSubmission()
  if (done !== null) return <Done message={done} cancelled={answer?.link?.kind === 'cancel withdrawal'} />
  if (answer === null) return <p role="status">{text.looking}</p>
  const { link } = answer
  if (link === null) return <Over why={text.over} />
  const confirms = link.kind === 'confirm address'
  const amount = link.amount === null ? '' : showUsd(fromWire(link.amount))
  const act = () =>
    void submit(
      () =>
        confirms
          ? callAddress('POST /api/confirm-address', { body: { token } })
          : call('POST /api/cancel-by-link', { body: { token } }),
      { success: null, done: ({ message }) => setDone(message) },
    )
  return (
    <>
      <FormHead heading={confirms ? text.confirmTitle : text.cancelTitle}>
        {confirms ? text.confirmLead : text.cancelLead}
      </FormHead>
      <section className="mb-6 rounded-tile bg-sunken p-4">
        <p className="text-14 text-ink-2">{text.address}</p>
        <Address text={link.address} />
        <FigureList
          className="mt-3"
          figures={[
            { term: text.network, value: networkName(link.network) },
            ...(link.name === null ? [] : [{ term: text.name, value: link.name }]),
            ...(amount === '' ? [] : [{ term: text.amount, value: amount }]),
          ]}
        />
      </section>
      <Button variant={confirms ? 'primary' : 'danger'} busy={busy} onClick={act}>
        {confirms ? text.confirm : text.cancel(amount)}
      </Button>
    </>
  )
}

function Done({ message, cancelled }: { message: string; cancelled: boolean }) {
  return (
    <>
      <div role="status">
        <FormHead heading={text.done}>{message}</FormHead>
      </div>
      <Link to={cancelled ? '/forgot-password' : '/'} className={buttonClass()}>
        {cancelled ? text.newPassword : text.home}
      </Link>
    </>
  )
}

function Over({ why }: { why: string }) {
  return (
    <>
      <div role="status">
        <FormHead heading={text.title}>{why}</FormHead>
      </div>
      <Link to="/" className={buttonClass()}>
        {text.home}
      </Link>
    </>
  )
}
