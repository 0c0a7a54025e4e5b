/** Of all pages of a bundle, for screens and for paper. */
export const PAGE_STYLE = `:root { color-scheme: light dark; --ink: #14213d; --paper: #fbfaf7; --surface: #fff; --line: #d9d5ca; --muted: #5c6270; --accent: #1d4ed8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceff5; --paper: #12151c; --surface: #1a1f2a; --line: #2c3342; --muted: #a3abba; --accent: #7aa2ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 48rem; padding: 1rem; background: var(--paper); color: var(--ink); font: 1rem / 1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5625rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin-block: 2rem 0.5rem; }
h2.person { font-size: 1rem; margin-block: 1.5rem 0.25rem; }
a { color: var(--accent); }
nav a, ol.questions a { display: inline-block; padding-block: 0.375rem; }
dt { color: var(--muted); font-size: 0.875rem; }
dd { margin: 0 0 0.5rem; }
ol.steps { padding-inline-start: 1.5rem; }
ol.steps > li { margin-block-end: 1.5rem; }
ol.steps p { margin-block: 0.25rem; }
pre { background: var(--surface); border: 1px solid var(--line); border-radius: 0.5rem; margin: 0.5rem 0; padding: 0.75rem; white-space: pre-wrap; }
code { font: 0.8125rem / 1.5 ui-monospace, monospace; }
.prints, footer { color: var(--muted); font-size: 0.875rem; }
footer { border-top: 1px solid var(--line); margin-block-start: 2rem; padding-block-start: 0.5rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (min-width: 48rem) {
  body { padding: 2.5rem 2rem; }
}
@media print {
  body { background: none; font-size: 10pt; max-width: none; padding: 0; }
  li { break-inside: avoid; }
}
`;
