export const FONT = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

/** Inline styles of the parts of a mail, with the product's light colours. */
export const STYLE = {
  text: `margin:0 0 16px;font:400 16px/24px ${FONT};color:#465066`,
  small: `margin:0 0 16px;font:400 13px/20px ${FONT};color:#5B657A`,
  button: `display:inline-block;padding:13px 24px;border-radius:8px;font:600 16px/20px ${FONT};color:#FFFFFF;text-decoration:none`,
  link: 'color:#4347D6;word-break:break-all',
  digits: `margin:0 0 24px;padding:16px 8px;border-radius:8px;background:#ECEDFD;font:700 32px/40px ${MONO};letter-spacing:8px;text-align:center;color:#121724`,
  verbatim: `margin:0 0 24px;padding:12px;border-radius:8px;background:#ECEDFD;font:400 12px/18px ${MONO};white-space:pre-wrap;word-break:break-all;color:#121724`,
  aside: `margin:24px 0 0;padding:16px 0 0;border-top:1px solid #E0E4EC;font:400 13px/20px ${FONT};color:#5B657A`,
} as const;

/** Rules for mail programs with a dark background. */
export const DARK_RULES = [
  '.ground{background:#0A0D13!important}',
  '.card{background:#10141C!important;border-color:#222937!important}',
  '.t1{color:#E9EDF5!important}',
  '.t2{color:#AEB7C7!important}',
  '.t3{color:#8C96AA!important}',
  '.link{color:#97A2FF!important}',
  '.digits{background:#191D3B!important;color:#E9EDF5!important}',
  '.verbatim{background:#191D3B!important;color:#E9EDF5!important}',
  '.aside{border-color:#222937!important}',
].join('');
