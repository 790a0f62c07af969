/** Text that this page's own policy has let through to what the browser runs or parses. */
type Policy<Maker extends string> = { [Make in Maker]: (text: string) => unknown }
type Makers = Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string | null>>
type Factory = { createPolicy<Given extends Makers>(name: string, makers: Given): Policy<keyof Given & string> }

/**
 * A policy of Trusted Types by a name that the content security policy knows (`app/walls.ts`): where a browser has them,
 * nothing but what a policy has made reaches such a place. Elsewhere the text stays as it is. A name counts once in a
 * page, so this is called where a module begins.
 */
export function policyOf<Given extends Makers>(name: string, makers: Given): Policy<keyof Given & string> {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  return trustedTypes?.createPolicy(name, makers) ?? (makers as Policy<keyof Given & string>)
}
