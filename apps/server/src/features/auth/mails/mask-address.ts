/** Masks an e-mail address, such as `m***@e***.com`: its owner recognises it, and another reader does not learn it. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  const end = dot > 0 ? domain.slice(dot) : '';
  return `${first(address.slice(0, Math.max(at, 0)))}***@${first(domain)}***${end}`;
}

const first = (text: string): string => [...text][0] ?? '';
