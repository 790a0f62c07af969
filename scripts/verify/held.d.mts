export function keccak256(bytes: Uint8Array): Buffer
export function signerOf(text: string, signature: string): string | undefined
export function isSignedBy(address: string, text: string, signature: string): boolean
