/** Nothing of the number was read yet. */
export const numberStart = 1;
/** Only a minus was read. */
export const afterMinus = 2;
/** From this state on the number is whole where it ends. */
export const firstWholeState = 6;

const stop = 0;
const afterDot = 3;
const afterE = 4;
const afterExponentSign = 5;
const afterZero = 6;
const inInteger = 7;
const inFraction = 8;
const inExponent = 9;

const zero = 1;
const digit = 2;
const minus = 3;
const plus = 4;
const dot = 5;
const letterE = 6;

/** The part each byte can play in a number. */
export const numberClasses: Uint8Array = new Uint8Array(256);
numberClasses.fill(digit, 0x31, 0x3a);
numberClasses[0x30] = zero;
numberClasses[0x2d] = minus;
numberClasses[0x2b] = plus;
numberClasses[0x2e] = dot;
numberClasses[0x65] = letterE;
numberClasses[0x45] = letterE;

/** The state after a byte: `numberSteps[state * 8 + class]`; 0 where the number ends before that byte (RFC 8259 §6). */
export const numberSteps: Uint8Array = new Uint8Array(80).fill(stop);
const setStep = (from: number, byteClass: number, to: number): void => {
  numberSteps[from * 8 + byteClass] = to;
};
setStep(numberStart, minus, afterMinus);
for (const from of [numberStart, afterMinus]) {
  setStep(from, zero, afterZero);
  setStep(from, digit, inInteger);
}
for (const byteClass of [zero, digit]) {
  setStep(inInteger, byteClass, inInteger);
  setStep(afterDot, byteClass, inFraction);
  setStep(inFraction, byteClass, inFraction);
  for (const from of [afterE, afterExponentSign, inExponent]) setStep(from, byteClass, inExponent);
}
for (const from of [afterZero, inInteger]) setStep(from, dot, afterDot);
for (const from of [afterZero, inInteger, inFraction]) setStep(from, letterE, afterE);
setStep(afterE, plus, afterExponentSign);
setStep(afterE, minus, afterExponentSign);
