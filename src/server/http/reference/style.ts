// How the reference looks: one column on a phone, the list of operations beside it elsewhere.
import { PAGE_COLOURS } from '../page-colours.js';

export const REFERENCE_STYLE = `
${PAGE_COLOURS}
*{box-sizing:border-box}
body{font:16px/1.55 system-ui,sans-serif;margin:0;display:grid;grid-template-columns:16rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line);font-size:.9rem}
nav ul{list-style:none;margin:.2rem 0 .8rem;padding-left:.6rem}
main{max-width:52rem;padding:1.5rem 2rem 6rem}
nav input{width:100%;margin:.6rem 0 0;padding:.4rem .6rem;border:1px solid light-dark(#7d8a82,#6f7d76);border-radius:.3rem;font:inherit;color:inherit;background:transparent}
nav a{text-decoration:none}nav a:hover{text-decoration:underline}nav:target{outline:0}.unfold{display:none}
h2{margin-top:3rem;border-bottom:1px solid var(--line)}
nav h2{margin:1.2rem 0 .2rem;border:0;font-size:inherit}
section{margin:2.5rem 0}
:target{scroll-margin-top:1rem;outline:2px solid var(--link);outline-offset:.6rem}
h3{font-size:1.05rem;overflow-wrap:anywhere}
h4{margin:1.2rem 0 .3rem}
small{color:light-dark(#55635b,#9dada4);font-weight:400}
code,pre{font:.875em/1.5 ui-monospace,monospace}
code{background:var(--soft);padding:.1em .3em;border-radius:.25rem;overflow-wrap:anywhere}
pre{background:var(--soft);padding:.8rem;border-radius:.4rem;overflow-x:auto}
.method{font:600 .8rem ui-monospace,monospace;padding:.15rem .45rem;border-radius:.25rem;border:1px solid currentColor}
.get{color:light-dark(#0a6b2d,#6fdc8c)}.post{color:light-dark(#0550ae,#8cc2ff)}
.put,.patch{color:light-dark(#8a5300,#ffc46b)}.delete{color:light-dark(#b3261e,#ff9a92)}
.fields{list-style:none;padding-left:0;margin:.3rem 0}
.fields .fields{padding-left:1rem;border-left:1px solid var(--line)}
.fields li{padding:.25rem 0}
.fields p{margin:.1rem 0}
summary{cursor:pointer}
@media(max-width:48rem){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line);padding:.75rem 1rem}nav:not(:target) :is(h2,ul){display:none}nav:not(:target) .unfold{display:inline;float:right}nav p{margin:0}main{padding:1rem}}
`;
