/** Above every page of the demo. */
export const DEMO_NOTE = '<p class="demo" role="note">Demo: nobody and no money here is real.</p>'
export const DEMO_STYLE =
  '.demo{position:sticky;top:0;z-index:70;margin:0;background:#8a5a00;color:#fff;font:500 12px/20px system-ui,sans-serif;text-align:center}'
