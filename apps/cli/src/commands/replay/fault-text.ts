import type { InputFault } from '@vigia/contract';

/** Returns a fault as a clause without a full stop. The clause follows the name of the file or option. */
export const faultText = ({ path, message }: InputFault): string =>
  `${path === '' ? '' : `«${path}»: `}${message.replace(/[.]$/, '')}`;
