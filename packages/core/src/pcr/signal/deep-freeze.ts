/** Freezes plain data through and through; what is frozen already is taken as frozen below too. */
export function deepFreeze<Data extends object>(data: Data): Readonly<Data> {
  if (Object.isFrozen(data)) return data;
  Object.freeze(data);
  for (const part of Object.values(data)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return data;
}
