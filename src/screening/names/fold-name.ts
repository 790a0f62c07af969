/** Letters that are no letter with a mark, so that Unicode takes nothing off them, and Cyrillic as passports write it. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'n', ŧ: 't', ə: 'a' },
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', є: 'ye', ж: 'zh', з: 'z', и: 'i', і: 'i', к: 'k' },
  ...{ л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch' },
  ...{ ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya', ћ: 'c', ђ: 'd', ј: 'j', љ: 'lj', њ: 'nj' },
}
/** What is written within a name and parts nothing: O’Brien, Sa‘id. */
const WITHIN = /['`´’‘ʻʼʽʾʿ′.]/g
/** What stands before a name or links its parts, and is left out as often as not. */
const PARTICLES = new Set([
  ...['al', 'el', 'ul', 'ad', 'ar', 'as', 'az', 'bin', 'ibn', 'ben', 'bint', 'de', 'da', 'do', 'dos', 'das', 'del'],
  ...['della', 'di', 'du', 'la', 'le', 'van', 'von', 'der', 'den', 'ter', 'zu'],
  ...['mr', 'mrs', 'ms', 'dr', 'prof', 'sir', 'jr', 'sr'],
])
/** A name has no more parts, and a part no more letters, that are looked at. */
const MOST_PARTS = 12
const LONGEST_PART = 40

/**
 * A name as its parts are compared: without accents, case and punctuation, in Latin letters where it is written in
 * Cyrillic ones, and without particles and initials (unless fewer than two parts would be left).
 */
export function foldName(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(WITHIN, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? letter)
  const parts = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((part) => part.slice(0, LONGEST_PART))
  const bare = parts.filter((part) => !PARTICLES.has(part) && !/^[a-z]$/.test(part))
  // what is left out takes no place of what is compared
  return (bare.length >= 2 || bare.length === parts.length ? bare : parts).slice(0, MOST_PARTS)
}

/** A name in each way in which two neighbouring parts may be written together: Abdul Rahman, Abdulrahman. */
export function spellings(parts: readonly string[]): string[][] {
  const joined = parts
    .slice(1)
    .map((_, at) => [...parts.slice(0, at), `${parts[at]}${parts[at + 1]}`, ...parts.slice(at + 2)])
  return [[...parts], ...joined]
}
