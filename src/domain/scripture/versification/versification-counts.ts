/**
 * The verse counts of each chapter in the versifications of the SWORD Project. They are facts from its library's
 * tables, taken from a list under the MIT license, in a format that `versification.ts` parses.
 *
 * A line is a book by its OSIS id with the verse counts of its chapters. After a bar comes an alternative count of the
 * same book, with only the chapters that differ from the first; 0 means that the chapter is absent. An indented line
 * continues the previous one.
 */
export const VERSE_COUNTS = `
Gen: 31 25 24 26 32 22 24 22 29 32 32 20 18 24 21 16 27 33 38 18 34 24 20 67 34 35 46 22 35 43 55 32 20 31 29 43
  36 30 23 23 57 38 34 34 28 34 31 22 33 26 | 31=54 32=33 | 5=31 49=32 50=25 | 3=25 6=23 19=39 32=33 36=44 42=39
Exod: 22 25 22 31 23 30 25 32 35 29 10 51 22 31 27 36 16 27 25 26 36 31 33 18 40 37 21 43 46 38 18 35 23 35 35
  38 29 31 43 38 | 7=29 8=28 21=37 22=30 | 40=36 | 7=29 21=37 36=40 37=21 38=29 39=23 | 7=29 8=28
Lev: 17 16 17 35 19 30 38 36 24 20 47 8 59 57 33 34 16 30 37 27 24 33 44 23 55 46 34 | 5=26 6=23 | 26=45 | 5=26
  6=40 | 14=56
Num: 54 34 51 49 31 27 89 26 23 36 35 16 33 45 41 50 13 32 22 29 35 41 30 25 18 65 23 31 40 16 54 42 56 29 34 13
  | 16=35 17=28 25=19 29=39 30=17 | 16=35 17=28 25=19 26=66 29=39 30=17 | 11=34 12=15 13=34 20=30 29=39 30=17 |
  13=34 17=28 30=17 | 12=15 13=34 29=39 30=17 | 29=39 30=17 | 12=15 13=34 30=17
Deut: 46 37 29 49 33 25 26 20 29 22 32 32 18 29 23 22 20 22 21 20 23 30 25 22 19 19 26 68 29 20 30 52 29 12 |
  12=31 13=19 22=29 23=26 28=69 29=28 | 13=19 23=26 24=24 27=27 28=69 | 28=69
Josh: 18 24 17 24 15 27 26 35 27 43 23 24 33 15 63 10 18 28 51 9 45 34 16 33 | 4=25 5=16 21=43 | 5=16 9=33 15=64
  19=54 21=49 24=36 | 5=16 6=26 24=36 | 5=16 6=26
Judg: 36 23 31 24 31 40 25 35 57 18 40 15 25 20 20 31 13 31 30 48 25 | 5=32 | 5=32 21=24 | 5=32 18=32
Ruth: 22 23 18 22
1Sam: 28 36 21 22 12 21 17 22 27 27 15 25 23 52 35 23 58 30 24 42 15 23 29 22 44 25 12 25 11 31 13 | 21=16 23=28
  24=23 | 20=43 23=28 24=23 | 20=43 21=16 24=23 30=32
2Sam: 27 32 39 12 25 23 29 18 13 19 27 31 39 33 37 23 29 33 43 26 22 51 39 25 | 18=32 19=44 | 5=26 19=44 23=41
1Kgs: 53 46 28 34 18 38 51 66 28 29 43 33 34 31 34 34 24 46 21 43 29 53 | 4=20 5=32 22=54 | 22=54 | 2=71 3=39
  5=32 10=33 11=44 12=54 16=42 21=43 22=54
2Kgs: 18 25 27 44 27 33 20 29 37 36 21 21 25 29 38 20 41 37 37 21 26 20 37 20 30 | 11=20 12=22 15=39 | 11=20
  12=22 | 1=22 6=35 12=22
1Chr: 54 55 24 43 26 81 40 40 44 14 47 40 14 17 29 43 27 17 19 8 30 19 32 31 31 32 34 21 30 | 5=41 6=66 12=41 |
  11=46 20=7 | 5=41 12=41
2Chr: 17 18 17 22 14 42 22 18 31 19 23 16 22 15 19 14 19 34 11 37 20 12 21 27 28 23 9 27 36 27 21 33 25 33 27 23
  | 1=18 2=17 13=23 14=14 | 1=18 4=23 13=23 35=31 36=31 | 13=23 14=14
Ezra: 11 70 13 24 17 22 28 36 15 44
Neh: 11 20 32 23 19 19 73 18 38 39 36 47 31 | 3=38 4=17 9=37 10=40 | 3=38 4=17 7=72 9=37 10=40 | 3=31 12=46 |
  3=37 10=40
Esth: 22 23 15 17 14 14 10 17 32 3 | 10=13 11=12 12=6 13=18 14=19 15=19 16=24 | 5=22 9=35 10=13 11=17 12=7 13=30
  14=19 15=24 16=24
Job: 22 13 26 21 27 30 21 22 35 22 20 25 28 22 35 22 16 21 29 29 34 30 17 25 6 14 23 28 25 31 40 22 33 37 16 33
  24 41 30 24 34 17 | 40=32 41=26 | 25=14 27=24 40=32 41=26 | 16=23 39=35 40=28 41=25 42=16 | 2=18 7=22 16=23
  36=34 39=35 40=32 42=22 | 39=35 40=27 41=26 | 38=38 39=38 40=28 41=25 | 38=38 39=38 40=27 41=25
Ps: 6 12 8 8 12 10 17 9 20 18 7 8 6 7 5 11 15 50 14 9 13 31 6 10 22 12 14 9 11 12 24 11 22 22 28 12 40 22 13 17
  13 11 5 26 17 11 9 14 20 23 19 9 6 7 23 13 11 11 17 12 8 12 11 10 13 20 7 35 36 5 24 20 28 23 10 12 20 72 13 19
  16 8 18 12 13 17 7 18 52 17 16 15 5 23 11 13 12 9 9 5 8 28 22 35 45 48 43 13 31 7 10 10 9 8 18 19 2 29 176 7 8 9
  4 8 5 6 5 6 8 8 3 18 3 3 21 26 9 8 24 13 10 7 12 15 21 10 20 14 9 6 | 3=9 4=9 5=13 6=11 7=18 8=10 9=21 12=9
  18=51 19=15 20=10 21=14 22=32 30=13 31=25 34=23 36=13 38=23 39=14 40=18 41=14 42=12 44=27 45=18 46=12 47=10
  48=15 49=21 51=21 52=11 53=7 54=9 55=24 56=14 57=12 58=12 59=18 60=14 61=9 62=13 63=12 64=11 65=14 67=8 68=36
  69=37 70=6 75=11 76=13 77=21 80=20 81=17 83=19 84=13 85=14 88=19 89=53 92=16 102=29 108=14 140=14 142=8 | 3=9
  4=9 5=13 6=11 7=18 8=10 9=21 12=9 18=51 19=15 20=10 21=14 22=32 30=13 31=25 34=23 36=13 38=23 39=14 40=18 41=14
  42=12 44=27 45=18 46=12 47=10 48=15 49=21 50=24 51=21 52=11 53=7 54=9 55=24 56=14 57=12 58=12 59=18 60=14 61=9
  62=13 63=12 64=11 65=14 67=8 68=36 69=37 70=6 75=11 76=13 77=21 80=20 81=17 83=19 84=13 85=14 88=19 89=53 92=16
  101=9 102=29 108=14 140=14 142=8 | 2=13 3=9 4=10 5=13 6=11 7=18 8=10 9=39 10=8 11=9 12=6 13=7 14=5 15=11 16=15
  17=51 18=15 19=10 20=14 21=32 22=6 23=10 24=22 25=12 26=14 27=9 28=11 29=13 30=25 31=11 32=22 33=23 34=28 35=13
  36=40 37=23 38=14 39=18 40=14 41=12 42=6 43=26 44=18 45=12 46=10 47=15 48=21 49=23 50=21 51=11 52=7 53=9 54=24
  55=13 56=12 57=12 58=18 59=14 60=9 61=13 64=14 65=20 66=8 67=36 68=37 69=6 70=24 71=20 72=28 73=23 74=11 75=13
  76=21 77=72 78=13 79=20 80=17 81=8 82=19 83=13 84=14 85=17 86=7 87=19 88=53 89=17 90=16 92=5 93=23 94=11 95=13
  96=12 97=9 99=5 100=8 101=29 102=22 103=35 104=45 105=48 106=43 107=14 108=31 109=7 110=10 112=9 113=26 114=9
  115=10 116=2 117=29 118=176 119=7 120=8 121=9 122=4 123=8 124=5 125=7 126=5 127=6 128=8 130=3 131=18 132=3
  134=21 135=27 136=9 137=8 138=24 139=14 140=10 141=8 142=12 143=15 144=21 145=10 146=11 147=9 | 2=13 3=9 4=9
  5=13 6=11 7=18 8=10 9=40 10=8 11=9 12=6 13=7 14=6 15=11 16=15 17=51 18=15 19=10 20=14 21=32 22=6 23=10 24=22
  25=12 26=14 27=9 28=11 29=13 30=25 31=11 32=22 33=23 34=28 35=13 36=40 37=23 38=14 39=18 40=14 41=12 42=6 43=27
  44=18 45=12 46=10 47=15 48=21 49=23 50=21 51=11 52=7 53=9 54=24 55=14 56=12 57=12 58=19 59=14 60=9 61=13 64=14
  65=20 66=8 67=36 68=37 69=7 70=24 71=20 72=28 73=23 74=11 75=13 76=21 77=72 78=13 79=20 80=17 81=8 82=19 83=13
  84=14 85=17 86=7 87=19 88=53 89=17 90=16 92=5 93=23 94=11 95=13 96=12 97=9 99=5 100=8 101=29 102=22 103=36
  104=45 105=48 106=43 107=14 108=31 109=7 110=10 112=9 113=26 114=18 115=19 116=2 117=29 118=176 119=7 120=8
  121=9 122=4 123=8 124=5 125=7 126=5 127=6 128=8 130=3 131=18 132=3 134=21 135=26 136=9 137=8 138=24 139=15
  140=10 141=8 142=12 143=15 144=22 145=10 146=11 151=7 | 3=9 4=9 5=13 6=11 7=18 8=10 9=39 10=7 11=9 12=6 13=7
  14=5 15=11 16=15 17=51 18=15 19=10 20=14 21=32 22=6 23=10 24=22 25=12 26=14 27=9 28=11 29=13 30=25 31=11 32=22
  33=23 34=28 35=13 36=40 37=23 38=14 39=18 40=14 41=12 42=5 43=27 44=18 45=12 46=10 47=15 48=21 49=23 50=21 51=11
  52=7 53=9 54=24 55=14 56=12 57=12 58=18 59=14 60=9 61=13 64=14 65=20 66=8 67=36 68=37 69=6 70=24 71=20 72=28
  73=23 74=11 75=13 76=21 77=72 78=13 79=20 80=17 81=8 82=19 83=13 84=14 85=17 86=7 87=19 88=53 89=17 90=16 92=5
  93=23 94=11 95=13 96=12 97=9 99=5 100=8 101=29 102=22 103=35 104=45 105=48 106=43 107=14 108=31 109=7 110=10
  112=9 113=26 114=9 115=10 116=2 117=29 118=176 119=7 120=8 121=9 122=4 123=8 124=5 125=6 126=5 127=6 128=8 130=3
  131=18 132=3 134=21 135=26 136=9 137=8 138=24 139=14 140=10 141=7 142=12 143=15 144=21 145=10 146=11 147=9 151=7
  | 3=9 4=9 5=13 6=11 7=18 8=10 9=39 10=7 11=9 12=6 13=7 14=5 15=11 16=15 17=51 18=15 19=10 20=14 21=32 22=6 23=10
  24=22 25=12 26=14 27=9 28=11 29=13 30=25 31=11 32=22 33=23 34=28 35=13 36=40 37=23 38=14 39=18 40=14 41=12 42=5
  43=27 44=18 45=12 46=10 47=15 48=21 49=23 50=21 51=11 52=7 53=9 54=24 55=14 56=12 57=12 58=18 59=14 60=9 61=13
  64=14 65=20 66=8 67=36 68=37 69=6 70=24 71=20 72=28 73=23 74=11 75=13 76=21 77=72 78=13 79=20 80=17 81=8 82=19
  83=13 84=14 85=17 86=7 87=19 88=53 89=17 90=16 92=5 93=23 94=11 95=13 96=12 97=9 99=5 100=8 101=29 102=22 103=35
  104=45 105=48 106=43 107=14 108=31 109=7 110=10 112=9 113=26 114=9 115=10 116=2 117=29 118=176 119=7 120=8 121=9
  122=4 123=8 124=5 125=6 126=5 127=6 128=8 130=3 131=18 132=3 134=21 135=26 136=9 137=8 138=24 139=14 140=10
  141=7 142=12 143=15 144=21 145=10 146=11 147=9 | 13=5
Prov: 33 22 35 27 23 35 27 36 18 32 31 28 25 35 33 33 28 24 29 30 31 29 35 34 28 28 27 28 27 33 31 | 1=35 2=23
  3=38 4=28 6=40 7=28 8=37 9=25 10=33 12=31 13=27 14=36 15=38 17=30 22=31 23=36 24=77 25=31 26=29 27=29 28=30
  29=49 30=35 | 4=29 13=26 18=25
Eccl: 18 26 22 16 20 12 29 17 18 20 10 14 | 4=17 5=19 | 4=17 5=19 6=11 7=30 | 4=17 7=30 | 4=17 5=19 11=8 12=16 |
  11=8 12=16
Song: 17 17 11 16 16 13 13 14 | 6=12 7=14 | 4=17 6=12 7=14 | 1=16 5=17 6=12 | 5=17 7=14 8=15 | 1=16 6=12 7=14
Isa: 31 22 26 6 30 13 25 22 21 34 16 6 22 32 9 14 14 7 25 6 17 25 18 23 12 21 13 29 24 33 9 20 24 17 10 22 38 22
  8 31 29 25 28 28 25 13 15 22 26 11 23 15 12 17 13 12 21 14 21 22 11 12 19 12 25 24 | 8=23 9=20 64=11 | 8=24
  64=11 | 45=26 | 8=23 45=26 63=20 | 3=25 | 8=23 9=20
Jer: 19 37 25 31 31 30 34 22 26 25 23 17 27 22 21 21 27 23 15 18 14 30 40 10 38 24 22 17 32 24 40 44 26 22 19 32
  21 28 18 16 18 22 13 30 5 28 7 47 39 46 64 34 | 8=23 9=25 | 37=20 | 8=23 23=42 25=39 26=28 27=46 28=64 29=31
  30=33 31=47 33=24 37=24 38=40 39=44 40=26 41=22 43=32 45=28 47=16 48=44 49=38 51=63
Lam: 22 22 66 22 22
Ezek: 28 10 27 17 17 14 27 18 11 22 25 28 23 23 8 63 24 32 14 49 32 31 49 27 17 21 36 26 21 26 18 32 33 31 15 38
  28 23 29 49 26 20 27 31 25 24 23 35 | 20=44 21=37 | 2=9 | 2=13 21=37
Dan: 21 49 30 37 31 28 28 27 27 21 45 13 | 3=33 4=34 5=30 6=29 | 3=100 4=34 5=30 6=29 13=64 14=43 | 3=100 4=34
  13=65 14=42 | 3=100 6=29 | 3=100 4=34 13=64 14=42 | 3=33 4=34
Hos: 11 23 5 19 15 11 16 14 17 15 12 14 16 9 | 1=9 2=25 11=11 12=15 13=15 14=10 | 2=24 13=15 14=10 | 2=25 6=12
  12=15 14=10 | 13=15 14=10 | 1=9 2=25 11=11 12=15 | 11=11 12=15
Joel: 20 32 21 | 2=27 3=5 4=21 | 4=21
Amos: 15 16 15 13 27 14 17 14 15 | 6=15
Obad: 21
Jonah: 17 10 10 11 | 1=16 2=11 | 2=11
Mic: 16 13 12 13 15 16 20 | 4=14 5=14 | 5=14 | 4=14
Nah: 15 13 19 | 1=14 2=14 | 2=14
Hab: 17 20 19
Zeph: 18 15 20 | 3=21
Hag: 15 23 | 1=14 2=24 | 2=24
Zech: 21 13 10 14 11 15 14 23 17 12 17 14 9 21 | 1=17 2=17 | 1=17 2=17 4=16 | 2=17 3=11
Mal: 14 17 18 6 | 3=24 4=0 | 3=24
Matt: 25 23 17 25 48 34 29 34 38 42 30 50 58 36 39 28 27 35 30 34 46 46 39 51 46 75 66 20 | 17=26
Mark: 45 28 35 41 43 56 37 38 50 52 33 44 37 72 47 20 | 4=40 8=39 9=49 | 9=51 | 9=51 10=53
Luke: 80 52 38 44 39 49 50 56 62 42 54 59 35 35 32 31 37 43 48 47 38 71 56 53
John: 51 25 36 54 47 71 53 59 41 42 57 50 38 31 27 33 26 40 42 31 25 | 6=72 | 1=52
Acts: 26 47 26 37 42 15 60 40 43 48 30 25 52 28 41 40 34 28 41 38 40 30 35 27 27 32 44 31 | 19=40 | 10=49 | 7=59
  14=27 19=40 | 19=40 24=28
Rom: 32 29 31 25 21 23 25 39 33 21 36 21 14 23 33 27 | 14=26 | 14=26 16=24 | 3=30 8=38
1Cor: 31 16 23 21 13 20 40 13 27 33 34 31 13 40 58 24 | 3=22
2Cor: 24 17 18 18 21 18 16 24 15 18 33 21 14 | 13=13 | 11=32 13=13
Gal: 24 21 29 31 26 18
Eph: 23 22 21 32 33 24
Phil: 30 30 21 23
Col: 29 23 25 18
1Thess: 10 20 13 18 28
2Thess: 12 17 18
1Tim: 20 15 16 16 25 21
2Tim: 18 26 17 22
Titus: 16 15 15
Phlm: 25
Heb: 14 18 19 16 14 20 28 13 28 39 40 29 25
Jas: 27 26 18 17 20
1Pet: 25 25 22 19 14
2Pet: 21 22 18
1John: 10 29 24 21 21
2John: 13
3John: 14 | 1=15
Jude: 25
Rev: 20 29 22 11 14 17 17 13 21 11 19 17 18 20 8 21 18 24 21 15 27 21 | 12=18 | 12=18 15=9
1Esd: 58 30 24 63 73 34 15 96 55 | 2=31 8=97 9=56 | 2=31 5=70 8=92
2Esd: 40 48 36 52 56 59 70 63 47 59 46 51 58 48 63 78 | 7=140 | 7=140 10=60 | 10=60
Tob: 22 14 17 21 22 17 18 21 6 12 19 22 18 15 | 6=18 7=16 10=13 11=18 13=17 | 1=25 2=23 3=25 4=22 5=29 6=23 7=20
  8=23 9=12 10=13 11=20 13=22 14=17 | 5=23 6=19 7=17 10=14 | 1=25 2=23 3=25 4=23 5=28 6=22 7=20 8=24 9=12 10=13
  11=21 13=23 14=17 | 5=23 6=19 10=14 13=19 | 6=18 7=17 10=13 11=18
Jdt: 16 28 10 15 24 21 32 36 14 23 23 20 20 19 13 25 | 15=14 | 1=11 2=18 3=12 4=14 5=26 6=20 7=24 8=28 9=15
  10=21 11=17 12=21 13=31 14=16 15=16 16=31 | 1=12 2=18 3=15 4=17 5=29 7=25 8=34 9=19 10=20 11=21 13=31 14=18
  15=15 16=31
AddEsth: 1 1 1 1 1 1 1 1 1 13 12 6 18 19 16 24 | 1=4 2=8 3=12 4=12 5=16 6=9 7=8 8=0 9=0 10=0 11=0 12=0 13=0 14=0
  15=0 16=0
Wis: 16 24 19 20 23 25 30 21 18 21 26 27 19 31 19 29 21 25 22 | 2=25 5=24 6=27 9=19 19=21 | 9=19 | 2=25 5=24
  6=27 9=19 11=27 17=20 19=20 | 2=25 5=24 6=27 9=19 11=27 | 5=24 6=27 9=19 11=27 12=28 17=20 19=21
Sir: 30 18 31 31 15 37 36 19 18 31 34 18 26 27 20 30 32 33 30 32 28 27 28 34 26 29 30 26 28 25 31 24 31 26 20 26
  31 34 35 30 24 25 33 22 26 20 25 25 16 29 30 | 20=31 23=27 33=33 34=31 35=26 36=31 41=22 44=23 | 1=38 2=23 3=34
  4=36 5=18 7=40 8=22 9=25 10=34 11=35 12=19 13=32 15=21 17=31 19=27 20=33 21=31 22=33 23=37 24=47 25=34 26=28
  27=33 28=30 29=35 30=27 31=40 32=28 33=32 34=31 35=26 36=28 37=34 38=39 39=41 40=32 41=29 42=26 43=37 44=26
  45=32 46=23 47=31 48=28 49=20 50=31 51=38 | 5=17 33=33 34=31 35=26 36=31 41=27 43=35 44=23 | 1=40 2=23 3=34 4=36
  5=18 7=40 8=22 9=25 10=34 11=36 12=19 13=32 15=22 16=31 17=31 19=28 20=33 21=31 22=33 23=38 24=47 25=36 26=28
  27=33 28=30 29=35 30=27 31=42 32=28 33=33 34=31 35=26 36=28 37=34 38=39 39=41 40=32 41=28 42=26 43=37 44=27
  45=31 46=23 47=31 48=28 49=19 50=31 51=38 | 19=31 30=40 32=26 33=33 34=31 35=26 36=31 38=35 41=27 42=27 44=24 |
  4=35 5=18 7=39 8=22 9=23 10=34 13=32 16=31 17=31 19=28 20=31 21=31 22=31 23=37 24=37 25=29 26=27 27=33 28=30
  29=31 30=27 31=37 32=25 33=33 35=23 36=29 37=34 38=39 39=42 40=32 41=29 42=26 43=36 44=27 45=31 46=23 47=31
  48=28 49=18 50=31 51=38
Bar: 22 35 37 37 9 73 | 3=38 | 3=38 6=72 | 3=38 6=0
PrAzar: 68
Sus: 64
Bel: 42
PrMan: 1 | 1=15 | 1=16 | 1=12
1Macc: 64 70 60 61 68 63 50 32 73 89 74 53 53 49 41 24 | 1=68 12=54 13=54 | 12=54 | 1=67 12=54 13=54 | 13=54
2Macc: 36 32 40 50 27 31 42 36 29 38 38 45 26 46 39 | 2=33 12=46 15=40 | 12=46 | 2=33
EsthGr: 22 23 15 17 14 14 10 17 32 13 12 6 18 19 16 24
AddPs: 7
3Macc: 29 33 30 21 51 41 23 | 1=25 2=24 3=22 4=16 5=36 6=37 7=20
4Macc: 35 24 21 26 38 35 23 29 32 21 27 19 27 20 32 25 24 24 | 7=25 12=20
AddDan: 64 41 66
EpLao: 20
PssSol: 8 41 16 29 22 9 10 40 20 9 9 8 12 10 15 15 51 14
EpJer: 73 | 1=72
1En: 9 3 1 1 10 8 6 4 11 22 2 6 10 25 12 4 8 16 3 8 10 14 4 6 7 6 5 3 2 3 3 6 4 3 1 4 6 6 14 10 9 3 4 1 6 8 4 10
  4 5 5 9 7 10 4 8 3 6 3 25 13 16 12 2 12 3 13 5 30 4 17 37 8 17 9 14 9 17 6 8 10 20 11 6 10 6 4 3 77 43 19 17 14
  11 7 8 10 16 16 13 9 11 15 13 2 19 3 15
Odes: 19 43 10 20 20 19 45 88 79 88 55 32 79 46
`;

/** The books of each versification in order, by testament. "Gen/2" uses the counts after the second bar of Genesis. */
export const BOOK_ORDERS = `
KJV ot: Gen Exod Lev Num Deut Josh Judg Ruth 1Sam 2Sam 1Kgs 2Kgs 1Chr 2Chr Ezra Neh Esth Job Ps Prov Eccl Song
  Isa Jer Lam Ezek Dan Hos Joel Amos Obad Jonah Mic Nah Hab Zeph Hag Zech Mal
KJV nt: Matt Mark Luke John Acts Rom 1Cor 2Cor Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb Jas 1Pet
  2Pet 1John 2John 3John Jude Rev
KJVA ot: Gen Exod Lev Num Deut Josh Judg Ruth 1Sam 2Sam 1Kgs 2Kgs 1Chr 2Chr Ezra Neh Esth Job Ps Prov Eccl Song
  Isa Jer Lam Ezek Dan Hos Joel Amos Obad Jonah Mic Nah Hab Zeph Hag Zech Mal 1Esd 2Esd Tob Jdt AddEsth Wis Sir
  Bar PrAzar Sus Bel PrMan 1Macc 2Macc
KJVA nt: Matt Mark Luke John Acts Rom 1Cor 2Cor Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb Jas 1Pet
  2Pet 1John 2John 3John Jude Rev
NRSV ot: Gen Exod Lev Num Deut Josh Judg Ruth 1Sam 2Sam 1Kgs 2Kgs 1Chr 2Chr Ezra Neh Esth Job Ps Prov Eccl Song
  Isa Jer Lam Ezek Dan Hos Joel Amos Obad Jonah Mic Nah Hab Zeph Hag Zech Mal
NRSV nt: Matt Mark Luke John Acts Rom 1Cor 2Cor Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb Jas 1Pet
  2Pet 1John 2John 3John/1 Jude Rev/1
NRSVA ot: Gen Exod Lev Num Deut Josh Judg Ruth 1Sam 2Sam 1Kgs 2Kgs 1Chr 2Chr Ezra Neh Esth Job Ps Prov Eccl Song
  Isa Jer Lam Ezek Dan Hos Joel Amos Obad Jonah Mic Nah Hab Zeph Hag Zech Mal Tob/1 Jdt/1 EsthGr Wis Sir/1 Bar
  PrAzar Sus Bel 1Macc 2Macc 1Esd PrMan/1 AddPs 3Macc 2Esd/1 4Macc
NRSVA nt: Matt Mark Luke John Acts Rom 1Cor 2Cor Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb Jas
  1Pet 2Pet 1John 2John 3John/1 Jude Rev/1
Luther ot: Gen/1 Exod/1 Lev/1 Num/1 Deut/1 Josh Judg Ruth 1Sam/1 2Sam/1 1Kgs/1 2Kgs/1 1Chr/1 2Chr/1 Ezra Neh/1
  Esth Job/1 Ps/1 Prov Eccl/1 Song/1 Isa/1 Jer/1 Lam Ezek/1 Dan/1 Hos/1 Joel/1 Amos Obad Jonah/1 Mic/1 Nah/1 Hab
  Zeph Hag Zech/1 Mal/1 Jdt/2 Wis/1 Tob/2 Sir/2 Bar/1 1Macc/1 2Macc/1 AddEsth/1 AddDan PrMan/2
Luther nt: Matt Mark Luke John Acts/1 Rom 1Cor 2Cor/1 Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm 1Pet
  2Pet 1John 2John 3John/1 Heb Jas Jude Rev/1
German ot: Gen/1 Exod/1 Lev/1 Num/1 Deut/1 Josh Judg Ruth 1Sam/1 2Sam/1 1Kgs/1 2Kgs/1 1Chr/1 2Chr/1 Ezra Neh/1
  Esth Job/1 Ps/1 Prov Eccl/1 Song/1 Isa/1 Jer/1 Lam Ezek/1 Dan/1 Hos/1 Joel/1 Amos Obad Jonah/1 Mic/1 Nah/1 Hab
  Zeph Hag Zech/1 Mal/1
German nt: Matt Mark Luke John Acts/1 Rom 1Cor 2Cor/1 Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb
  Jas 1Pet 2Pet 1John 2John 3John/1 Jude Rev/1
MT ot: Gen/1 Exod/1 Lev/1 Num/1 Deut/1 Josh Judg 1Sam/1 2Sam/1 1Kgs/1 2Kgs/2 Isa/1 Jer/1 Ezek/1 Hos/1 Joel/1
  Amos Obad Jonah/1 Mic/1 Nah/1 Hab Zeph Hag Zech/1 Mal/1 Ps/1 Job/1 Prov Ruth Song/1 Eccl/1 Lam Esth Dan/1 Ezra
  Neh/2 1Chr/1 2Chr/1
Leningrad ot: Gen/1 Exod/1 Lev/1 Num/1 Deut/1 Josh Judg 1Sam/1 2Sam/1 1Kgs/1 2Kgs/2 Isa/1 Jer/1 Ezek/1 Hos/1
  Joel/1 Amos Obad Jonah/1 Mic/1 Nah/1 Hab Zeph Hag Zech/1 Mal/1 1Chr/1 2Chr/1 Ps/1 Job/1 Prov Ruth Song/1 Eccl/1
  Lam Esth Dan/1 Ezra Neh/2
Catholic ot: Gen/1 Exod/1 Lev/1 Num/2 Deut/1 Josh Judg/1 Ruth 1Sam/1 2Sam/1 1Kgs/1 2Kgs/2 1Chr/1 2Chr/1 Ezra
  Neh/1 Tob/3 Jdt/1 Esth 1Macc/2 2Macc/2 Job/2 Ps/2 Prov Eccl/1 Song/2 Wis/2 Sir/3 Isa/2 Jer/1 Lam Bar/2 Ezek/1
  Dan/2 Hos/1 Joel/1 Amos Obad Jonah/1 Mic/1 Nah/1 Hab Zeph Hag Zech/2 Mal/1
Catholic nt: Matt Mark Luke John Acts/2 Rom 1Cor 2Cor/1 Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb
  Jas 1Pet 2Pet 1John 2John 3John/1 Jude Rev/1
Catholic2 ot: Gen/1 Exod/1 Lev/1 Num/2 Deut/1 Josh Judg/1 Ruth 1Sam/1 2Sam/1 1Kgs/1 2Kgs/2 1Chr/1 2Chr/1 Ezra
  Neh/1 Tob/3 Jdt/1 Esth/1 1Macc/2 2Macc/2 Job/2 Ps/2 Prov Eccl/1 Song/2 Wis/2 Sir/3 Isa/2 Jer/1 Lam Bar/2 Ezek/1
  Dan/2 Hos/1 Joel/1 Amos Obad Jonah/1 Mic/1 Nah/1 Hab Zeph Hag Zech/2 Mal/1
Catholic2 nt: Matt Mark Luke John Acts/2 Rom 1Cor 2Cor/1 Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb
  Jas 1Pet 2Pet 1John 2John 3John/1 Jude Rev/1
Vulg ot: Gen/2 Exod/2 Lev/2 Num/3 Deut Josh/1 Judg/2 Ruth 1Sam/2 2Sam 1Kgs/2 2Kgs 1Chr/2 2Chr Ezra Neh/3 Tob/4
  Jdt/3 Esth/1 Job/3 Ps/3 Prov Eccl/2 Song/3 Wis/3 Sir/4 Isa/3 Jer/2 Lam Bar/2 Ezek/2 Dan/3 Hos/2 Joel Amos/1 Obad
  Jonah/1 Mic/2 Nah Hab Zeph Hag/1 Zech Mal 1Macc/3 2Macc/1
Vulg nt: Matt/1 Mark/1 Luke John/1 Acts/3 Rom 1Cor 2Cor/1 Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm
  Heb Jas 1Pet 2Pet 1John 2John 3John/1 Jude Rev/1 PrMan/1 1Esd/1 2Esd/2 AddPs EpLao
LXX ot: Gen/3 Exod/3 Lev/3 Num/4 Deut/2 Josh/2 Judg/3 Ruth 1Sam/3 2Sam/2 1Kgs/3 2Kgs/3 1Chr/3 2Chr/2 1Esd Ezra
  Neh/4 Esth/2 Jdt/1 Tob/5 1Macc/4 2Macc/2 3Macc 4Macc/1 Ps/4 PrMan/1 Prov/1 Eccl/3 Song/4 Job/4 Wis/4 Sir/5
  PssSol Hos/3 Amos/1 Mic/3 Joel/2 Obad Jonah/2 Nah/2 Hab Zeph/1 Hag/2 Zech/3 Mal/2 Isa/4 Jer/3 Bar/3 Lam EpJer
  Ezek/3 PrAzar Sus Dan/4 Bel 1En Odes
LXX nt: Matt Mark Luke John/2 Acts Rom/1 1Cor 2Cor Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb Jas
  1Pet 2Pet 1John 2John 3John/1 Jude Rev/2
Orthodox ot: Gen/3 Exod/3 Lev/3 Num/4 Deut/2 Josh/2 Judg/3 Ruth 1Sam/3 2Sam/2 1Kgs/3 2Kgs/3 1Chr/3 2Chr/2 1Esd
  Ezra Neh/4 Tob/5 Jdt/1 Esth/2 1Macc/4 2Macc/2 3Macc Ps/4 PrMan/1 Job/4 Prov/1 Eccl/3 Song/4 Wis/4 Sir/5 Hos/3
  Amos/1 Mic/3 Joel/2 Obad Jonah/2 Nah/2 Hab Zeph/1 Hag/2 Zech/3 Mal/2 Isa/4 Jer/3 Bar/3 Lam EpJer Ezek/3 Sus
  Dan/4 Bel 4Macc/1
Orthodox nt: Matt Mark Luke John/2 Acts Rom/1 1Cor 2Cor Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb
  Jas 1Pet 2Pet 1John 2John 3John/1 Jude Rev/2
Synodal ot: Gen Exod Lev/4 Num/5 Deut Josh/3 Judg Ruth 1Sam/2 2Sam 1Kgs 2Kgs 1Chr 2Chr PrMan/3 Ezra Neh 1Esd/2
  Tob/6 Jdt/1 Esth Job/5 Ps/5 Prov/2 Eccl/1 Song/5 Wis/5 Sir/6 Isa/5 Jer Lam EpJer/1 Bar/3 Ezek Dan/5 Hos/4 Joel
  Amos Obad Jonah/1 Mic Nah Hab Zeph Hag Zech Mal 1Macc 2Macc/3 3Macc/1 2Esd/3
Synodal nt: Matt Mark Luke John Acts/1 Jas 1Pet 2Pet 1John 2John 3John/1 Jude Rom/2 1Cor 2Cor/2 Gal Eph Phil Col
  1Thess 2Thess 1Tim 2Tim Titus Phlm Heb Rev
SynodalProt ot: Gen Exod Lev/4 Num/5 Deut Josh/4 Judg Ruth 1Sam/2 2Sam 1Kgs 2Kgs 1Chr 2Chr Ezra Neh Esth Job/5
  Ps/6 Prov Eccl/1 Song/5 Isa/5 Jer Lam Ezek Dan/6 Hos/4 Joel Amos Obad Jonah/1 Mic Nah Hab Zeph Hag Zech Mal
SynodalProt nt: Matt Mark Luke John Acts/1 Jas 1Pet 2Pet 1John 2John 3John/1 Jude Rom/2 1Cor 2Cor/2 Gal Eph Phil
  Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb Rev
Segond ot: Gen Exod/4 Lev/1 Num/6 Deut Josh Judg Ruth 1Sam/2 2Sam 1Kgs/2 2Kgs 1Chr 2Chr/3 Ezra Neh Esth Job/6
  Ps/1 Prov Eccl/4 Song/1 Isa/1 Jer Lam Ezek/1 Dan Hos/5 Joel Amos Obad Jonah/1 Mic/1 Nah/1 Hab Zeph Hag Zech Mal
Segond nt: Matt Mark/2 Luke John Acts/1 Rom 1Cor 2Cor/1 Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb
  Jas 1Pet 2Pet 1John 2John 3John/1 Jude Rev/1
Calvin ot: Gen Exod Lev Num/5 Deut Josh Judg Ruth 1Sam/2 2Sam 1Kgs/2 2Kgs 1Chr 2Chr Ezra Neh Esth Job/6 Ps/1
  Prov Eccl/5 Song Isa/6 Jer Lam Ezek/1 Dan Hos/6 Joel Amos Obad Jonah/1 Mic Nah Hab Zeph Hag Zech Mal
Calvin nt: Matt Mark/3 Luke John Acts/4 Rom/3 1Cor/1 2Cor/1 Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm
  Heb Jas 1Pet 2Pet 1John 2John 3John/1 Jude Rev/1
DarbyFr ot: Gen Exod Lev/1 Num/7 Deut/3 Josh Judg Ruth 1Sam/2 2Sam 1Kgs/2 2Kgs 1Chr 2Chr Ezra Neh Esth Job/7
  Ps/7 Prov Eccl Song Isa Jer Lam Ezek/1 Dan Hos/6 Joel Amos Obad Jonah/1 Mic Nah Hab Zeph Hag Zech Mal
DarbyFr nt: Matt Mark/2 Luke John/2 Acts Rom 1Cor 2Cor/1 Gal Eph Phil Col 1Thess 2Thess 1Tim 2Tim Titus Phlm Heb
  Jas 1Pet 2Pet 1John 2John 3John/1 Jude Rev/1
`;
