/** Letters that are no letter with a mark, so that Unicode takes nothing off them, and Cyrillic as passports write it. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'n', ŧ: 't', ə: 'a' },
  // of African and other living alphabets
  ...{
    ɓ: 'b',
    ƈ: 'c',
    ɖ: 'd',
    ɗ: 'd',
    ɛ: 'e',
    ǝ: 'e',
    ƒ: 'f',
    ǥ: 'g',
    ɠ: 'g',
    ɣ: 'y',
    ɩ: 'i',
    ɨ: 'i',
    ƙ: 'k',
    ĸ: 'k',
    ɲ: 'n',
  },
  ...{ ɔ: 'o', ƥ: 'p', ʃ: 's', ƭ: 't', ʊ: 'u', ʉ: 'u', ʋ: 'v', ƴ: 'y', ʒ: 'z' },
  // of none: whoever handed in such a name before they were refused is found as what it looks like
  ...{ ɑ: 'a', ɡ: 'g', ᴀ: 'a', ʙ: 'b', ᴄ: 'c', ᴅ: 'd', ᴇ: 'e', ꜰ: 'f', ɢ: 'g', ʜ: 'h', ɪ: 'i', ᴊ: 'j', ᴋ: 'k', ʟ: 'l' },
  ...{ ᴍ: 'm', ɴ: 'n', ᴏ: 'o', ᴘ: 'p', ʀ: 'r', ꜱ: 's', ᴛ: 't', ᴜ: 'u', ᴠ: 'v', ᴡ: 'w', ʏ: 'y', ᴢ: 'z' },
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
/** A name has no more parts, and a part no more letters, that are looked at: as many letters as a whole name may have. */
const MOST_PARTS = 12
const LONGEST_PART = 100
const INITIAL = /^[a-z]$/

/**
 * A name as its parts are compared: without accents, case and punctuation, in Latin letters where it is written in
 * Cyrillic ones, and without particles and initials (unless fewer than two parts would be left).
 */
export function foldName(name: string): string[] {
  const parts = partsOf(name)
  const bare = parts.filter((part) => !PARTICLES.has(part) && !INITIAL.test(part))
  // what is left out takes no place of what is compared
  return (bare.length >= 2 || bare.length === parts.length ? bare : parts).slice(0, MOST_PARTS)
}

function partsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(WITHIN, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? letter)
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((part) => part.slice(0, LONGEST_PART))
}

/**
 * A name as its parts are compared, and once more with what hyphens part written together: K-arim Zor-beki is read as
 * Karim Zorbeki, too. Where letters stand apart, which need be no initials, or there are more parts than are looked at, all of
 * it is read as one word, too: A b d u l r a h m a n Z o r b e k i.
 */
export function readings(name: string): string[][] {
  const hyphens = /\p{L}\p{Pd}\p{L}/u.test(name) ? [foldName(name.replace(/\p{Pd}/gu, ''))] : []
  const parts = partsOf(name)
  const isApart = parts.length > MOST_PARTS || (parts.length > 1 && parts.some((part) => INITIAL.test(part)))
  return [foldName(name), ...hyphens, ...(isApart ? [[parts.join('').slice(0, LONGEST_PART)]] : [])]
}

/** A name in each way in which its parts may be written together: two neighbours (Abdul Rahman, Abdulrahman), or all. */
export function spellings(parts: readonly string[]): string[][] {
  const joined = parts
    .slice(1)
    .map((_, at) => [...parts.slice(0, at), `${parts[at]}${parts[at + 1]}`, ...parts.slice(at + 2)])
  return [[...parts], ...joined, ...(parts.length > 2 ? [[parts.join('')]] : [])]
}

/** A name as one word where its surname is moved: from the end to the front, or from the front to the end. */
export function turnedWords(parts: readonly string[]): string[] {
  if (parts.length < 2) return []
  return [`${parts.at(-1)}${parts.slice(0, -1).join('')}`, `${parts.slice(1).join('')}${parts[0]}`]
}
