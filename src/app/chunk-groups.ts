/** Which modules of the web app come in one file: few files compress better than many, and are fetched in fewer turns. */

/** What every page needs and nobody changes: one chunk, kept for long. */
const core = {
  name: 'core',
  test: /node_modules.(react|react-dom|scheduler|@tanstack.(react-router|router-core|history))\//,
}

/** What modules have in common decides where the rest of them goes. */
const shared = {
  name: (id: string, graph: Graph) => sharedChunkOf(id, (of) => graph.getModuleInfo(of)),
  test: /\.tsx?$|\.m?js$/,
  includeDependenciesRecursively: false,
}
const VISITORS =
  /src\/(identity|roles)\/web\/(login|register|forgot-password|reset-password|verify|invitation|terms|setup|accept-roles)\.tsx$/
/** The line about what is held, on pages of visitors and investors alike: so little that no file of either is to come for it. */
const BACKED = /src\/(ui\/backed-place|funds\/web\/(backed|calls)|texts\/backed)\.tsx?$/
const INVESTORS = /src\/(app\/web\/investor-frame|overview\/web\/dashboard)\.tsx$/
/** What an investor's home shows after its first paint, and what comes behind it. */
const PARTS = /src\/overview\/web\/parts\.tsx$/
const BEHIND = /src\/app\/web\/(device|investor-menu)\.tsx$/
const ADMINISTRATORS = /src\/(app\/web\/admin-frame|desk\/[\w/-]+)\.tsx$/
const QUEUES = /src\/desk\/(decisions\/admin-(investments|withdrawals|referrals)|people\/admin-kyc)\.tsx$/
const LISTS = /src\/desk\/(audit\/admin-audit|people\/list-users)\.tsx$/
const FRAME = /src\/app\/web\/admin-frame\.tsx$/
/** The desk's other screens. */
const DESK = /src\/desk\/(figures|funds|mail|settings)\//
/** So little, and needed by nearly all screens of the desk, that a file of its own would cost more than it holds. */
const LITTLE = /src\/(desk\/(decisions\/may-decide|approvals\/second-approval)|ui\/kept-record)\.ts$/
/** Where the screens of investors and visitors stand. */
const OTHERS = /src\/(?!app|lists|ui|desk)\w+\/web\//

type Graph = {
  getModuleInfo(id: string): { isEntry: boolean; importers: string[]; dynamicImporters: string[] } | null
}

/**
 * A chunk for all that the entry needs, one for what visitors' screens share, one for what investors and administrators
 * do, one for the investor's first screen, one for what the rest of their home shares with their other screens, one for
 * what these share with the desk's lists, for the desk one that is always there, with what is little and needed nearly
 * everywhere, one of its lists and one of its queues.
 * What a module imports is needed wherever the module is, so these chunks never import one another in a circle.
 */
function sharedChunkOf(id: string, getModuleInfo: Graph['getModuleInfo']): string | null {
  const roots = rootsOf(id, getModuleInfo)
  const isEntry = (of: string) => getModuleInfo(of)?.isEntry === true
  // what is fetched on its own keeps its name
  if (roots.has(id) || getModuleInfo(id)?.importers.some(isEntry)) return null
  if (BACKED.test(id)) return 'line'
  const among = (which: RegExp) => [...roots].filter((root) => which.test(root)).length
  if ([...roots].some(isEntry)) return 'start'
  const visitors = among(VISITORS) > 1
  if (among(INVESTORS) > 0) {
    if (visitors) return 'start'
    return among(ADMINISTRATORS) > 0 ? 'signed-in' : 'investor'
  }
  // else an investor's home fetches all that visitors' screens share, for the little that it needs of it
  if (visitors) return among(PARTS) + among(BEHIND) > 0 ? 'start' : 'visitors'
  if (among(PARTS) > 0 && roots.size > 1 && among(ADMINISTRATORS) === 0) return 'home'
  if (among(OTHERS) > 0) return among(QUEUES) < 3 || among(LISTS) < 2 ? null : 'screens'
  if (among(FRAME) > 0 || LITTLE.test(id)) return 'desk'
  if (among(QUEUES) < 3 || among(DESK) > 0) return null
  return among(LISTS) > 0 ? 'lists' : 'queues'
}

/** The modules that are fetched on their own and need this one before they run. */
function rootsOf(id: string, getModuleInfo: Graph['getModuleInfo']): Set<string> {
  const roots = new Set<string>()
  const seen = new Set<string>()
  const visit = (at: string) => {
    if (seen.has(at)) return
    seen.add(at)
    const info = getModuleInfo(at)
    if (!info) return
    if (info.isEntry || info.dynamicImporters.length > 0) roots.add(at)
    info.importers.forEach(visit)
  }
  visit(id)
  return roots
}

/** In order: a module goes to the first that takes it. */
export const chunkGroups = [core, shared]
