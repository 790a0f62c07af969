import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import * as text from '#texts/password-field.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** A password that can be looked at while typing. */
export function PasswordField(props: TextFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <button
          type="button"
          aria-label={shown ? text.hide : text.show}
          className="grid w-13 place-items-center rounded-control text-ink-3"
          onClick={() => setShown(!shown)}
        >
          <Icon className="size-5" aria-hidden />
        </button>
      }
    />
  )
}
