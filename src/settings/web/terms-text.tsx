import { termsParts, TERMS_CLASSES } from '#settings/terms-rules.ts'

/** Terms as they are read: of what was typed nothing but text reaches the page. */
export function TermsText({ content }: { content: string }) {
  return (
    <div className={TERMS_CLASSES.div}>
      {termsParts(content).map(({ tag: Tag, lines }, at) => (
        <Tag key={at} className={TERMS_CLASSES[Tag]}>
          {Tag === 'ul' || Tag === 'ol'
            ? lines.map((line, place) => (
                <li key={place} className={TERMS_CLASSES.li}>
                  {line}
                </li>
              ))
            : lines}
        </Tag>
      ))}
    </div>
  )
}
