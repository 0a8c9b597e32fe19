export const saleMessages = {
  title: 'Vender antes de la expiración',
  loading: 'Preguntando el precio…',
  failed: 'No pudimos preguntar el precio.',
  pays: (broker: string) => `${broker} paga ahora`,
  result: 'Resultado si la vendes',
  age: (seconds: number) => `hace ${seconds} s`,
  tooOld: 'El precio es viejo: esperando uno nuevo.',
  sell: 'Vender ahora',
  confirmQuestion: (price: string, result: string) =>
    `Se vende por ${price} o más, o no se vende. Resultado: ${result}.`,
  confirm: (price: string) => `Vender por ${price}`,
  cancel: 'No vender',
  selling: 'Vendiendo…',
  sellingText: (price: string, broker: string) =>
    `Se pidió vender por ${price} o más. Si la respuesta se pierde, lo dirán los registros de ${broker}: no se envía otra vez.`,
} as const;
