import type { InputFault } from '@vigia/contract';

/**
 * Returns an input fault as a clause without a full stop. The caller writes the name of the file or option before it.
 */
export const faultText = ({ path, message }: InputFault): string =>
  `${path === '' ? '' : `«${path}»: `}${message.replace(/[.]$/, '')}`;
