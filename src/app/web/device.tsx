import { useEffect, useState } from 'react'
import { Backed } from '#funds/web/backed.tsx'
import { endUnended } from '#identity/web/end-unended.ts'
import { useUser } from '#identity/web/session.ts'
import { renewPush } from '#notifications/web/push-device.ts'
import { fillBackedPlaces } from '#ui/backed-place.tsx'
import { InstallBar } from './install-bar.tsx'
import { useInstall } from './install.ts'
import { keepLook } from './kept-look.ts'
import { UpdateBar } from './update-bar.tsx'
import { useUpdate } from './update.ts'

keepLook()
endUnended()
// it comes with what no screen waits for
fillBackedPlaces(<Backed />)

/** What concerns the device and no screen: new versions, offline use, the place on the home screen, notifications. */
export function Device() {
  const update = useUpdate()
  const install = useInstall()
  const [later, setLater] = useState(false)
  const user = useUser()?.id
  useEffect(() => void renewPush(user).catch(() => {}), [user])
  if (update && !later) return <UpdateBar onUpdate={update} onLater={() => setLater(true)} />
  return install ? <InstallBar how={install} /> : null
}
