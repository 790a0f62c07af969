import type { ReviewChecklist as Checklist, DocumentKind, Flag, ReasonCode } from '#kyc/contract.ts'

/** What an identity check is about, as administrators read it. */

export const DOCUMENTS: Readonly<Record<DocumentKind, string>> = {
  passport: 'Passport',
  'identity card': 'Identity card',
  'driving licence': 'Driver’s license',
  'residence permit': 'Residence permit',
}

export const PICTURES = { front: 'Front', back: 'Back', face: 'Person' } as const

export const FLAGS: Readonly<Record<Flag, string>> = {
  'name differs': 'The name differs from the machine-readable lines.',
  'birth date differs': 'The birth date differs from the machine-readable lines.',
  'same document number': 'Another account has the same document number.',
  'same file': 'Another account sent the very same picture.',
}

export const CHECKLIST: Readonly<Record<keyof Checklist, string>> = {
  name_matches: 'Name and birth date match the document',
  document_genuine: 'The document looks genuine and is valid',
  face_matches: 'The face matches the photo in the document',
  word_matches: 'The word in the picture is the right one',
}

export const REASON_NAMES: Readonly<Record<ReasonCode, string>> = {
  unreadable: 'Can’t be read',
  'document expired': 'Document expired',
  'document not accepted': 'Document not accepted',
  'details differ': 'Details differ from the document',
  'face differs': 'Face doesn’t match',
  'word missing': 'Word missing or wrong',
  'not genuine': 'Document may not be genuine',
  other: 'Another reason',
}
