/** What the file with everything is called, in its place and where it is told of (`archive/make.ts`). */
export const archiveTitle = 'Everything that is mine'
