/** The codes of the languages to which OpenLP gives the numbers from 1. */
export const OPENLP_LANGUAGES: readonly string[] = `
  om ab aa af sq am ar hy as ay az ba eu bn dz bh bi br bg my be km ca zh co hr cs da nl en eo et fo fj fi fr fy
  gl ka de el kl gn gu ha he hi hu is id ia ie ik iu ga it ja jw kn ks kk rw ky rn ko ku lo la lv ln lt mk mg ms
  ml mt mi mr mo mn na ne no oc or ps fa pl pt pa qu rm ro ru sm sg sa gd sr sh st tn sn sd si ss sk sl so es su
  sw sv tl tg ta tt te th bo ti to ts tr tk tw ug uk ur uz vi vo cy wo xh yi yo za zu amu cco cak ht hil jac kek
  mri mam nah quc pdt grc usp
`
  .trim()
  .split(/\s+/);
