const PREFIX = 'digital-';

/** The id of a digital contract: that of its order, because the reply to an order lacks the id of its position. */
export const digitalContractId = (orderId: string): string => `${PREFIX}${orderId}`;

export const isDigitalContract = (contractId: string): boolean => contractId.startsWith(PREFIX);
