const PREFIX = 'digital-';

/**
 * Returns the id of a digital option contract. It is derived from the id of the order, because the reply to an order
 * does not contain the id of the position.
 */
export const digitalContractId = (orderId: string): string => `${PREFIX}${orderId}`;

export const isDigitalContract = (contractId: string): boolean => contractId.startsWith(PREFIX);
