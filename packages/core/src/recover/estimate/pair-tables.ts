/*
 * Where words are cut, fitted to o200k_base (docs/decisions/0012-token-estimate.md): a digit of base 36 is the share of
 * a token, in twentieths, that a character adds after the one before it.
 */

/** A lower-case letter after a letter: a row for the first, a to z, a column for the second. */
export const lowerPairs: readonly string[] = [
  '9400f6082c8000h0u100015306',
  '49cc4gde83g0cf2fr45e0ige3i',
  '5e6b1eh02e00ae1fh0602dhi6b',
  '5de60e9f1g05gf3jnc1g2ddj5c',
  '261052794fa11073300184500b',
  '3dda63dn0if3i92di5a3ajdc7o',
  '49gg0me13er6c7aer1356ggkdj',
  '1chd0igh0lngdj0fl9b007dg9e',
  '4010000ldce010008000f2n4f8',
  '3flg0khc0lh9ee7ler8j9ohj8q',
  '4dfc0n6f6hiii51qsi255beo9o',
  '1ej301hg2h90cg01rn321ahm0i',
  '00ie1idk4odd3d02fq2nbbhc4e',
  '2g00060e3b65d427od0036nh38',
  'c250b04e28111002m010060949',
  '2eeb0ji86lb05i06k0000jh64h',
  'boghnpihdrrgnqgldgc90tikhn',
  '2g02040e0n190308721155fh2f',
  '6j820fb72i4fgi28g7000c9d4d',
  '3h6e1am00ogb8m20q2341f851c',
  '3457046e1le000k4o000l9h8bg',
  '4kdf0kgo0lfdgn1eefelghildc',
  '1jka0kk40ilhl34foe0fgh7ecr',
  '0mce5nqn7tricnm5mng0iosheh',
  'cjijdqrmhnqa6372na25jshmip',
  '5hic0ll97hijfdboomjdbjbhcd',
];

/** A capital after a letter, in the same order. */
export const upperPairs: readonly string[] = [
  '85h3dbjjle80n2k8c0k0d59869',
  'ba9adfbg0ac0gf9fejbb08840a',
  'bb484cd0bc01ck74aca05cad5c',
  '9cb85baj0i0eeh6i8kcjfdi5bf',
  'ab44976enml5c0jcc002bef04g',
  'adab847k5ne6ej4lkdb4efb94q',
  'fejc2je59rg5f3djqi98nffa7k',
  '5hkh2ihegdaaek4f9lg4fcg479',
  '9c339c0laai04049f900f9f6m5',
  'fcgdegcnmc9dakjfpjaajadmmp',
  'fgnfdel4dkcikfkislgg3deoap',
  '9fie0ceh0re6ch1dklab9ehf0n',
  '17hb0gab4dc9aee5bjejfbd9em',
  '7d70202gea7cec4gkl30bde83e',
  '2c60k21h8e936064l080093bfr',
  'bge91hg54980ck1b84g2bae95n',
  'fhlfjrkthrtaejum6kie9amonh',
  '0j700b1c0da63406b4009b9a2d',
  'ej5i0hb42i4cfh488j74gbd4ab',
  '5jii09f00gg9bc4am7596g597k',
  'f4d53c0hfej085q9r070mg6dac',
  '2eed4dgb5mdgefhhmlkhgf98on',
  '0fjcgkfehnchigeegl3enaea6j',
  'jjli7gmqmnrifmkeppm6rfj9ac',
  'nskcfsaomnemfcqqrig7hqabdg',
  'htxbdglckpqpiekpnhdggn879a',
];

/** Punctuation after a space (the first row) or after punctuation, in the order of ASCII. */
export const punctuationPairs: readonly string[] = [
  '00000000000100000000000340000010',
  '74kclk7748k74556hj2i2k46afhkkhij',
  'fb012d371a90198038k53871a64709dd',
  '2b05ikiljh5bi8b6kikjij6kljgl6kjj',
  'jlhbgml3nii9k899knkjiii5jkaj0lmj',
  '76ji5l3b4jka78gh7hblj5h9j6jijlkk',
  '8j7ij0j37lj8iijigijjjjiijh2ikijk',
  'j7b46f5a2a50503676a47660453k0dbh',
  '30735401129g673c6cffb518ja3213i4',
  '685073f22670409105a76k497666046j',
  '8ih4i2k651j110eaji89j3dfhi8klkkl',
  'i697in999j047548bk4jjl74bilkjlkj',
  '51452679a73a29c6b7hji564i6dg1fjf',
  'l2k6534787i507bigj90jj79hf3jabii',
  'ba188b6a9c68701d7bbhb777931816j7',
  'ka73388871496406k6ca3096a88h3jl8',
  'k407759c99754900i94i485ab4931ikj',
  'ibk5697a9k7a98ai9akjjlk3enkkljhi',
  '4i93g549jkglai0ii1542k5hlj6m2kim',
  '40507c24k7kk6867h5115573gc629k96',
  'i33332aa65k2622641a383854j86543j',
  '4757kl689ii86271k6h63k63kj7mk8jj',
  'maj6hli7mhkkmij6hklki197iignfkjl',
  'h2868i29i3gd4g89hjigja6g43a6bkjj',
  'g0h2jh69ifh8d979jaijjia8jlljjjkj',
  '4gli57c2435372611b453h1655cj674l',
  'jljkkkmb9jjk78hhlinglla7l7ki6lik',
  'j8k39j6384h248ba477fimb6930j56ki',
  'jgidgjkg5ih2l3g44fhikj99clh5ak8k',
  'e2i08l9iifmf4g99gljki5j1kkkh86cl',
  'idjjkk88gijk5jhjljdljjj3kkjkl0lm',
  '70j3230c5l471143568545507h54357i',
  'jjljljmilll83i4lhj6khjjkhilkjkj2',
];

/** A word after a single character of punctuation, in the order of ASCII. */
export const leadCosts: string = 'kd1efea1cbe5204a686gab49ll0kikjk';

/** The same character over and over, from space to tilde: tokens for each are one half to the power of the digit. */
export const repeatPowers: string =
  '74262512226526662222222222443633332212311211221211111111421121361322223122123213112211213211215';
