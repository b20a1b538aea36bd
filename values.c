/*
 * This is a RANDOMLY GENERATED PROGRAM.
 *
 * Generator: csmith 2.3.0
 * Git version: 30dccd7
 * Options:   --seed 1044 --max-funcs 4 --max-block-depth 3
 * Seed:      1044
 */

#include "csmith.h"


static long __undefined;

/* --- Struct/Union Declarations --- */
union U0 {
   volatile int8_t * f0;
   int32_t  f1;
   unsigned f2 : 26;
   uint16_t  f3;
};

union U1 {
   volatile int64_t  f0;
   const int16_t  f1;
   int32_t  f2;
   volatile uint8_t  f3;
   volatile int8_t  f4;
};

/* --- GLOBAL VARIABLES --- */
static volatile int32_t g_3 = 0x4BF8F0AAL;/* VOLATILE GLOBAL g_3 */
static volatile int32_t g_4 = 0xF7FBF212L;/* VOLATILE GLOBAL g_4 */
static volatile int32_t g_5 = 0x0EF307D7L;/* VOLATILE GLOBAL g_5 */
static volatile int32_t g_6 = 0x88E17B84L;/* VOLATILE GLOBAL g_6 */
static int32_t g_7 = 0x54320E32L;
static volatile int8_t g_42 = (-6L);/* VOLATILE GLOBAL g_42 */
static volatile int8_t *g_41 = &g_42;
static int8_t g_44 = (-1L);
static uint32_t g_47[10] = {0x352601C8L,0x352601C8L,0x352601C8L,0x352601C8L,0x352601C8L,0x352601C8L,0x352601C8L,0x352601C8L,0x352601C8L,0x352601C8L};
static int8_t *g_52 = &g_44;
static int8_t **g_51 = &g_52;
static uint8_t g_56[10] = {0xA1L,0x70L,0x8DL,0x8DL,0x70L,0xA1L,0x70L,0x8DL,0x8DL,0x70L};
static uint8_t *g_70 = &g_56[2];
static int64_t g_77[3] = {0x606A86E60E45104FLL,0x606A86E60E45104FLL,0x606A86E60E45104FLL};
static int32_t g_80 = 0x882D7787L;
static volatile int64_t g_83 = 0xCF3843C9D40DD2C8LL;/* VOLATILE GLOBAL g_83 */
static int32_t g_84 = 0x1377BC7AL;
static uint16_t g_85 = 0UL;
static union U1 g_115 = {1L};/* VOLATILE GLOBAL g_115 */
static uint32_t g_151 = 4294967295UL;
static uint32_t g_153 = 0UL;
static uint32_t *g_152[3] = {&g_153,&g_153,&g_153};
static uint8_t **g_156 = &g_70;
static int32_t * volatile g_185 = &g_115.f2;/* VOLATILE GLOBAL g_185 */
static uint64_t g_196[7][8] = {{0xC9F34FACA1CDE342LL,1UL,0UL,0x124197F755CB3DCCLL,0x6807BAAA9AA2B5C8LL,9UL,0xDD3928CDBBAE03F5LL,0UL},{1UL,0x6807BAAA9AA2B5C8LL,0xD1B8A4D6DA33BDD3LL,18446744073709551613UL,0xD1B8A4D6DA33BDD3LL,0x6807BAAA9AA2B5C8LL,1UL,0x66C249806CA2BCBDLL},{0x2A9CDD84AA6036CBLL,0x66C249806CA2BCBDLL,0xDD3928CDBBAE03F5LL,0xEFA2A6CCB9D5BE66LL,0x3878C6F71F75EF2ALL,18446744073709551613UL,0x2A9CDD84AA6036CBLL,0xEFA2A6CCB9D5BE66LL},{1UL,0xC9F34FACA1CDE342LL,0x15C78119176D0589LL,18446744073709551612UL,0x3878C6F71F75EF2ALL,1UL,0x6807BAAA9AA2B5C8LL,1UL},{0x8A07D3DD64F9C2C9LL,1UL,3UL,0xEFA2A6CCB9D5BE66LL,0xEFA2A6CCB9D5BE66LL,3UL,1UL,0x8A07D3DD64F9C2C9LL},{0x124197F755CB3DCCLL,0x2A9CDD84AA6036CBLL,1UL,1UL,1UL,0x66C249806CA2BCBDLL,0xEFA2A6CCB9D5BE66LL,1UL},{0xDD3928CDBBAE03F5LL,1UL,0UL,0x15C78119176D0589LL,1UL,0x66C249806CA2BCBDLL,0x124197F755CB3DCCLL,1UL}};
static uint64_t g_198 = 0x0C05B529F704EBC7LL;
static int32_t * volatile g_199 = &g_80;/* VOLATILE GLOBAL g_199 */
static int16_t g_222 = 0x1A2CL;
static uint32_t g_247 = 0x79F33D5EL;
static volatile union U1 g_257 = {4L};/* VOLATILE GLOBAL g_257 */
static uint16_t *g_262[4][6] = {{&g_85,&g_85,&g_85,&g_85,&g_85,&g_85},{&g_85,&g_85,&g_85,&g_85,&g_85,&g_85},{&g_85,&g_85,&g_85,&g_85,&g_85,&g_85},{&g_85,&g_85,&g_85,&g_85,&g_85,&g_85}};
static volatile union U0 g_275 = {0};/* VOLATILE GLOBAL g_275 */
static int8_t g_279[7][5][7] = {{{1L,0x7AL,0xD6L,0xF2L,0x83L,0x62L,0xF2L},{0x18L,0xE5L,0x2EL,0x68L,0x42L,0x42L,0x68L},{0xB4L,0x7AL,0xB4L,(-2L),0x83L,9L,(-2L)},{0x18L,(-7L),0x47L,0x68L,0L,0xC4L,0x68L},{1L,6L,0xB4L,0xF2L,9L,9L,0xF2L}},{{0x2EL,(-7L),0x2EL,0x75L,0L,0x42L,0x75L},{1L,0x7AL,0xD6L,0xF2L,0x83L,0x62L,0xF2L},{0x18L,0xE5L,0x2EL,0x68L,0x42L,0x42L,0x68L},{0xB4L,0x7AL,0xB4L,(-2L),0x83L,9L,(-2L)},{0x18L,(-7L),0x47L,0x68L,0L,0xC4L,0x68L}},{{1L,6L,0xB4L,0xF2L,9L,9L,0xF2L},{0x2EL,(-7L),0x2EL,0x75L,0L,0x42L,0x75L},{1L,0x7AL,0xD6L,0xF2L,0x83L,0x62L,0xF2L},{0x18L,0xE5L,0x2EL,0x68L,0x42L,0x42L,0x68L},{0xB4L,0x7AL,0xB4L,(-2L),0x83L,9L,(-2L)}},{{0x18L,(-7L),0x47L,0x68L,0L,0xC4L,0x68L},{1L,6L,0xB4L,0xF2L,9L,9L,0xF2L},{0x2EL,(-7L),0x2EL,0x75L,0L,0x42L,0x75L},{1L,0x7AL,0xD6L,0xF2L,0x83L,0x7AL,9L},{9L,1L,(-1L),0x42L,0x39L,0x39L,0x42L}},{{0L,0L,0L,0x62L,6L,9L,0x62L},{9L,(-1L),(-5L),0x42L,0xE5L,(-7L),0x42L},{9L,0x47L,0L,9L,9L,9L,9L},{(-1L),(-1L),(-1L),0xC4L,0xE5L,0x39L,0xC4L},{9L,0L,0xBEL,9L,6L,0x7AL,9L}},{{9L,1L,(-1L),0x42L,0x39L,0x39L,0x42L},{0L,0L,0L,0x62L,6L,9L,0x62L},{9L,(-1L),(-5L),0x42L,0xE5L,(-7L),0x42L},{9L,0x47L,0L,9L,9L,9L,9L},{(-1L),(-1L),(-1L),0xC4L,0xE5L,0x39L,0xC4L}},{{9L,0L,0xBEL,9L,6L,0x7AL,9L},{9L,1L,(-1L),0x42L,0x39L,0x39L,0x42L},{0L,0L,0L,0x62L,6L,9L,0x62L},{9L,(-1L),(-5L),0x42L,0xE5L,(-7L),0x42L},{9L,0x47L,0L,9L,9L,9L,9L}}};
static int16_t g_299 = 0x7D06L;
static int32_t *g_311 = &g_7;
static int32_t **g_310 = &g_311;
static int32_t * const  volatile g_315 = &g_80;/* VOLATILE GLOBAL g_315 */
static int8_t *** const  volatile g_316[10] = {&g_51,&g_51,&g_51,&g_51,&g_51,&g_51,&g_51,&g_51,&g_51,&g_51};
static volatile int8_t g_325 = 0xFBL;/* VOLATILE GLOBAL g_325 */
static int32_t g_327 = 1L;
static volatile int16_t g_328 = 0xEDF9L;/* VOLATILE GLOBAL g_328 */
static uint64_t g_331 = 0x9B00B315BCC31C59LL;


/* --- FORWARD DECLARATIONS --- */
static int64_t  func_1(void);
static int8_t ** func_8(uint16_t  p_9, uint8_t  p_10, int32_t  p_11, union U0  p_12, int32_t  p_13);
static uint16_t  func_20(int16_t  p_21, int8_t  p_22, int8_t ** p_23, uint32_t  p_24, int8_t ** p_25);
static int8_t ** func_27(int64_t  p_28, uint32_t  p_29, int8_t  p_30, int8_t * const * p_31);


/* --- FUNCTIONS --- */
/* ------------------------------------------ */
/* 
 * reads : g_7 g_3 g_41 g_44 g_47 g_51 g_42 g_52 g_70 g_56 g_80 g_85 g_115 g_115.f1 g_4 g_151 g_152 g_115.f2 g_156 g_185 g_6 g_198 g_199 g_222 g_247 g_257 g_275 g_299 g_115.f4 g_310 g_315 g_311 g_331
 * writes: g_7 g_47 g_56 g_70 g_80 g_85 g_44 g_156 g_115.f2 g_196 g_198 g_153 g_222 g_84 g_247 g_262 g_279 g_310 g_51 g_152 g_151 g_331 g_311
 */
static int64_t  func_1(void)
{ /* block id: 0 */
    uint32_t l_2[2][8][1];
    union U0 l_38 = {0};
    int8_t *l_43 = &g_44;
    int32_t l_329 = 0xE5ECC3E4L;
    int i, j, k;
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 8; j++)
        {
            for (k = 0; k < 1; k++)
                l_2[i][j][k] = 6UL;
        }
    }
    for (g_7 = 0; (g_7 <= 0); g_7 += 1)
    { /* block id: 3 */
        int16_t l_26 = 7L;
        int8_t *l_45 = &g_44;
        uint32_t *l_46 = &g_47[5];
        uint8_t *l_55 = &g_56[1];
        int8_t ***l_317 = &g_51;
        int32_t l_319 = 0xBE3A6193L;
        int32_t l_326 = 0x98C55A45L;
        uint8_t l_334 = 0xEEL;
        (*l_317) = func_8(((safe_sub_func_uint16_t_u_u((safe_mod_func_uint8_t_u_u(((*l_55) = (safe_rshift_func_uint16_t_u_u(func_20(g_3, l_26, func_27(l_26, (l_26 , ((*l_46) = (safe_div_func_uint8_t_u_u(((l_26 != (safe_mod_func_int16_t_s_s((safe_lshift_func_int16_t_s_s(((l_38 , (safe_rshift_func_uint16_t_u_s(((g_41 == (l_45 = l_43)) , g_44), 15))) & l_2[1][4][0]), g_44)), 1L))) > 0xD7D04549L), l_26)))), g_7, &l_43), l_2[1][1][0], &g_52), g_44))), (*g_52))), (-1L))) | 1L), l_26, g_44, l_38, l_26);
        for (g_115.f2 = 4; (g_115.f2 >= 0); g_115.f2 -= 1)
        { /* block id: 116 */
            int32_t *l_320 = &l_319;
            int32_t l_323 = 0x9D7E67C2L;
            int32_t l_324 = 0xAEEBF030L;
            int32_t l_330 = 0x305B964CL;
            for (g_198 = 0; g_198 < 3; g_198 += 1)
            {
                g_152[g_198] = (void*)0;
            }
            for (l_26 = 0; (l_26 >= 0); l_26 -= 1)
            { /* block id: 120 */
                int32_t *l_318[9] = {&g_7,&g_7,&g_7,&g_7,&g_7,&g_7,&g_7,&g_7,&g_7};
                int i;
                l_319 ^= 0L;
            }
            (*l_320) = (-1L);
            for (g_151 = 1; (g_151 <= 6); g_151 += 1)
            { /* block id: 126 */
                int32_t *l_321 = &g_80;
                int32_t *l_322[7] = {&l_38.f1,&l_38.f1,&l_38.f1,&l_38.f1,&l_38.f1,&l_38.f1,&l_38.f1};
                int i;
                g_331--;
            }
        }
        l_334 &= 0x60FE3E48L;
        for (g_331 = 0; (g_331 <= 0); g_331 += 1)
        { /* block id: 133 */
            int32_t l_335[4][3];
            int i, j;
            for (i = 0; i < 4; i++)
            {
                for (j = 0; j < 3; j++)
                    l_335[i][j] = 0xE2AB5A91L;
            }
            l_335[0][0] ^= (((*g_156) = (*g_156)) == l_43);
            (*g_310) = (*g_310);
            for (g_115.f2 = 0; (g_115.f2 >= 0); g_115.f2 -= 1)
            { /* block id: 139 */
                int i, j, k;
                return l_2[(g_331 + 1)][(g_331 + 4)][g_7];
            }
        }
    }
    return l_329;
}


/* ------------------------------------------ */
/* 
 * reads : g_3 g_7 g_70 g_56 g_80 g_85 g_42 g_51 g_52 g_44 g_115 g_115.f1 g_4 g_151 g_47 g_152 g_115.f2 g_156 g_185 g_6 g_198 g_199 g_153 g_222 g_84 g_247 g_257 g_275 g_299 g_115.f4 g_310 g_315 g_311
 * writes: g_70 g_80 g_85 g_44 g_156 g_115.f2 g_196 g_198 g_153 g_222 g_84 g_247 g_262 g_279 g_56 g_310
 */
static int8_t ** func_8(uint16_t  p_9, uint8_t  p_10, int32_t  p_11, union U0  p_12, int32_t  p_13)
{ /* block id: 18 */
    uint32_t l_61 = 18446744073709551615UL;
    uint8_t **l_71 = (void*)0;
    uint8_t **l_72 = &g_70;
    int64_t *l_73 = (void*)0;
    int64_t *l_74 = (void*)0;
    int64_t *l_75 = (void*)0;
    int64_t *l_76[7][2][2] = {{{&g_77[2],&g_77[1]},{(void*)0,&g_77[1]}},{{&g_77[2],&g_77[1]},{(void*)0,&g_77[1]}},{{&g_77[2],&g_77[1]},{(void*)0,&g_77[1]}},{{&g_77[2],&g_77[1]},{(void*)0,&g_77[1]}},{{&g_77[2],&g_77[1]},{(void*)0,&g_77[1]}},{{&g_77[2],&g_77[1]},{(void*)0,&g_77[1]}},{{&g_77[2],&g_77[1]},{(void*)0,&g_77[1]}}};
    int32_t l_78 = 0xC97D735FL;
    int32_t *l_79 = &g_80;
    int32_t l_82 = 0x066EE532L;
    int8_t * const *l_118 = &g_52;
    int32_t **l_120 = (void*)0;
    const int8_t *l_175 = &g_44;
    const int8_t **l_174 = &l_175;
    const int8_t **l_177 = &l_175;
    uint16_t l_239 = 0UL;
    int32_t l_244[1][10][5] = {{{(-1L),(-10L),0x41510BD4L,1L,(-3L)},{(-3L),1L,0xEAB73E6FL,0x40841C12L,(-10L)},{0xDE9202ADL,(-3L),0xBD2B6BC9L,1L,0L},{0x4A36DFC6L,0x36F6A9FAL,1L,0x1797351AL,1L},{0x87D15F6AL,0x87D15F6AL,1L,0x87D15F6AL,(-1L)},{(-10L),0x41510BD4L,1L,(-3L),(-4L)},{6L,(-3L),1L,1L,(-10L)},{0xDE9202ADL,0x41510BD4L,0xEAB73E6FL,0xBD2B6BC9L,1L},{0x40841C12L,0L,1L,0L,0x40841C12L},{0x40841C12L,0xDE9202ADL,6L,(-10L),0L}}};
    int i, j, k;
    if (((*l_79) |= (safe_mod_func_int64_t_s_s((l_78 = (safe_div_func_int64_t_s_s((p_11 != g_3), ((l_61 == (((((safe_lshift_func_uint16_t_u_s(g_7, 8)) , ((((p_13 , (l_61 != (!((+0L) == (g_7 < ((((*l_72) = g_70) == &g_56[1]) > l_61)))))) | 0L) < 0x63E9L) || 0xC425L)) || g_56[1]) == l_61) >= l_61)) | l_61)))), p_11))))
    { /* block id: 22 */
        int32_t *l_81[6][5] = {{&g_80,&g_80,&g_7,(void*)0,&g_7},{(void*)0,(void*)0,&l_78,&l_78,(void*)0},{(void*)0,&g_7,&l_78,(void*)0,&g_80},{&g_7,&l_78,&g_7,&l_78,&g_7},{&l_78,&g_7,(void*)0,&g_7,(void*)0},{&l_78,(void*)0,&g_80,&g_7,&g_7}};
        uint16_t l_125 = 0x8ECBL;
        volatile int32_t *l_166 = (void*)0;
        int i, j;
        g_85--;
        if (g_42)
        { /* block id: 24 */
            const uint16_t l_98[8] = {0xD467L,0xD467L,0xD467L,0xD467L,0xD467L,0xD467L,0xD467L,0xD467L};
            int i;
            (*l_79) = ((0L ^ (g_3 & ((*l_79) >= (safe_lshift_func_int16_t_s_u((((((void*)0 == &g_41) < ((void*)0 == (*g_51))) < (safe_div_func_uint8_t_u_u((safe_mul_func_int16_t_s_s(((safe_mul_func_int8_t_s_s(0xC7L, (*g_52))) && p_10), p_10)), (*l_79)))) || 0xB4L), 13))))) | l_98[4]);
        }
        else
        { /* block id: 26 */
            uint16_t *l_102 = &g_85;
            uint8_t **l_107 = (void*)0;
            int32_t l_112 = 0x5C6425F0L;
            uint32_t *l_119 = &l_61;
            if ((0x72L && (((*l_119) = ((safe_sub_func_int32_t_s_s((~(((*l_102)--) < 1UL)), 0x8F5970FBL)) != (((safe_mul_func_uint8_t_u_u((*g_70), (l_107 == l_107))) <= (safe_add_func_uint64_t_u_u((safe_rshift_func_int16_t_s_u((l_112 >= ((((safe_div_func_int32_t_s_s(((g_115 , (g_80 = (safe_mul_func_int8_t_s_s((((((((*g_52) = (*l_79)) != 0x5EL) != p_9) | 0L) < l_112) && (*l_79)), l_112)))) | g_115.f1), g_115.f1)) && g_56[1]) , l_118) == (void*)0)), l_112)), g_56[1]))) | (-7L)))) , (*g_70))))
            { /* block id: 31 */
                int32_t l_150[2];
                int i;
                for (i = 0; i < 2; i++)
                    l_150[i] = 0xA988067FL;
                l_120 = (void*)0;
                l_82 &= ((((g_4 == ((((((**g_51) > (safe_rshift_func_uint16_t_u_u(((safe_div_func_uint8_t_u_u(l_125, (safe_rshift_func_uint16_t_u_u(p_13, (safe_rshift_func_int16_t_s_u(((safe_mul_func_int16_t_s_s(((safe_mul_func_uint8_t_u_u((*g_70), (!0x915BDED785604A18LL))) > ((safe_div_func_int16_t_s_s((+((safe_mul_func_int8_t_s_s(p_13, (safe_lshift_func_uint8_t_u_s(((safe_mul_func_uint8_t_u_u((((safe_mod_func_uint16_t_u_u((safe_mul_func_uint16_t_u_u((((safe_mul_func_int16_t_s_s((l_118 == (void*)0), l_150[1])) | p_10) > 0x39D48ECEC35015C6LL), g_151)), l_150[1])) != 0xA7L) , p_13), (**g_51))) , (*g_70)), 2)))) <= p_13)), g_47[5])) ^ (*l_79))), (-6L))) , 0x5450L), g_80)))))) <= 18446744073709551615UL), 12))) , l_81[0][2]) != g_152[2]) || (-6L)) > (-4L))) > p_11) , 247UL) <= 0x86L);
                (*l_79) = (safe_div_func_int32_t_s_s(0x0A1952B1L, 0x08BCBAD6L));
                g_156 = &g_70;
            }
            else
            { /* block id: 36 */
                uint16_t l_163[9][6][2] = {{{0x7B20L,65526UL},{65526UL,0x7F70L},{0x0364L,65529UL},{0x26B5L,8UL},{0x05F7L,65530UL},{0UL,4UL}},{{0x6171L,0x605FL},{65533UL,65531UL},{8UL,65535UL},{0x9FFAL,0x26B5L},{1UL,0x26B5L},{0x9FFAL,65535UL}},{{8UL,65531UL},{65533UL,0x605FL},{0x6171L,4UL},{0UL,65530UL},{0x05F7L,8UL},{0x26B5L,65529UL}},{{0x0364L,0x7F70L},{65526UL,65526UL},{0x7B20L,65534UL},{0x7F70L,0x05F7L},{65528UL,0UL},{0x9D16L,65528UL}},{{65535UL,0x97D3L},{65535UL,65528UL},{0x9D16L,0UL},{65528UL,0x05F7L},{0x7F70L,65534UL},{0x7B20L,65526UL}},{{65526UL,0x7F70L},{0x0364L,65529UL},{0x26B5L,8UL},{0x05F7L,65530UL},{0UL,4UL},{0x6171L,0x605FL}},{{65533UL,65531UL},{8UL,65535UL},{0x9FFAL,0x26B5L},{1UL,0x26B5L},{0x9FFAL,65535UL},{8UL,65531UL}},{{65533UL,0x605FL},{0x6171L,4UL},{0UL,65530UL},{0x05F7L,8UL},{0x26B5L,65529UL},{0x0364L,0x7F70L}},{{65526UL,65526UL},{0x7B20L,65534UL},{0x7F70L,0x05F7L},{65528UL,0UL},{0x9D16L,65528UL},{65535UL,0x97D3L}}};
                uint8_t *l_165 = &g_56[1];
                uint8_t **l_164 = &l_165;
                int i, j, k;
                (*l_79) = (g_115.f2 ^= 0xE4956776L);
                (*l_79) ^= (safe_mul_func_int8_t_s_s(((safe_sub_func_uint8_t_u_u((safe_add_func_int32_t_s_s(0x51041657L, l_163[4][3][0])), ((*g_156) == ((*l_164) = (*g_156))))) <= (-1L)), (l_163[4][3][0] & 1UL)));
            }
            l_166 = &g_5;
        }
    }
    else
    { /* block id: 44 */
        int8_t l_169 = 0L;
        uint16_t *l_172 = (void*)0;
        uint16_t *l_173 = &g_85;
        const int8_t ***l_176[5] = {&l_174,&l_174,&l_174,&l_174,&l_174};
        int32_t l_182 = 1L;
        int32_t l_242 = (-2L);
        int32_t l_243 = 0xD6BAA406L;
        int32_t l_245 = 0x5E94D96BL;
        int32_t l_246 = 0xBFB48A0AL;
        union U1 *l_251 = (void*)0;
        union U1 **l_250 = &l_251;
        int i;
        if ((safe_rshift_func_int16_t_s_u(l_169, ((&p_13 == (void*)0) != (safe_add_func_int16_t_s_s((((*l_173) = g_47[5]) && ((l_174 = (l_177 = l_174)) != (void*)0)), (safe_add_func_uint8_t_u_u(0UL, (safe_mod_func_int64_t_s_s((l_182 = p_11), 0x19D74962EC189EFALL))))))))))
        { /* block id: 49 */
            uint8_t **l_188 = &g_70;
            uint8_t ***l_189 = &g_156;
            uint64_t *l_195 = &g_196[3][1];
            uint64_t *l_197 = &g_198;
            int32_t l_200 = 7L;
            for (g_80 = 0; (g_80 <= 1); g_80 += 1)
            { /* block id: 52 */
                int32_t **l_183 = &l_79;
                (*l_183) = (void*)0;
            }
            (*g_185) ^= (safe_unary_minus_func_uint8_t_u(0xE9L));
            (*g_199) = (g_6 & (((safe_mul_func_int16_t_s_s(((l_188 == ((*l_189) = &g_70)) ^ l_182), ((safe_rshift_func_uint16_t_u_u((safe_mod_func_int8_t_s_s((((*l_197) = ((*g_70) | ((((((+(-1L)) > (1L < (((*l_195) = p_11) != (p_13 != (*g_70))))) | 0x386DL) <= 0L) <= 1L) , p_11))) < p_13), p_9)), 1)) , g_151))) , 0x8C70L) && g_198));
            l_200 |= ((*g_199) = 0x0952C525L);
        }
        else
        { /* block id: 62 */
            uint8_t l_215 = 0xE5L;
            int32_t *l_234 = &l_82;
            int32_t *l_235 = (void*)0;
            int32_t *l_236 = &g_80;
            int32_t *l_237 = &g_115.f2;
            int32_t *l_238[2];
            int i;
            for (i = 0; i < 2; i++)
                l_238[i] = &l_78;
            for (g_153 = 0; (g_153 != 42); g_153 = safe_add_func_int32_t_s_s(g_153, 2))
            { /* block id: 65 */
                int32_t l_208 = 0x3A29AB7EL;
                int16_t *l_220 = (void*)0;
                int16_t *l_221 = &g_222;
                int8_t * const l_227 = &l_169;
                p_12.f1 = (safe_sub_func_uint32_t_u_u(((*g_70) >= ((((*g_185) = (0x02E4CAB5L >= (p_10 && 7L))) | (safe_unary_minus_func_int16_t_s(l_208))) < ((*l_79) | (safe_rshift_func_uint16_t_u_u(((safe_div_func_int32_t_s_s((!(+l_215)), (safe_mul_func_uint16_t_u_u(65535UL, (l_182 != 0xF4L))))) || g_80), 3))))), p_9));
                (*g_199) = ((safe_mod_func_int64_t_s_s((((*l_221) ^= ((l_215 > l_208) , l_182)) , 0x6F6F01792AF5FF99LL), (((safe_sub_func_int16_t_s_s(((*g_199) != ((*g_70) && (safe_lshift_func_int16_t_s_u((l_227 != (*g_51)), ((*l_173)++))))), (safe_div_func_int32_t_s_s((safe_lshift_func_uint8_t_u_u((p_9 <= 0x93B745A2F1ED5990LL), l_215)), g_115.f1)))) , p_12) , p_10))) & l_169);
            }
            for (g_84 = 0; (g_84 <= 9); g_84 += 1)
            { /* block id: 74 */
                (*l_79) |= 0xDED3E824L;
            }
            --l_239;
            ++g_247;
        }
        (*l_250) = (void*)0;
    }
    for (g_115.f2 = 17; (g_115.f2 < (-28)); g_115.f2 = safe_sub_func_int64_t_s_s(g_115.f2, 4))
    { /* block id: 84 */
        int32_t **l_254 = &l_79;
        uint16_t *l_259 = &l_239;
        uint16_t **l_258 = &l_259;
        uint16_t *l_261 = &l_239;
        uint16_t **l_260[2][10] = {{&l_261,&l_261,&l_261,&l_261,&l_261,&l_261,&l_261,&l_261,&l_261,&l_261},{&l_261,&l_261,&l_261,&l_261,&l_261,&l_261,&l_261,&l_261,&l_261,&l_261}};
        int16_t *l_263 = (void*)0;
        int16_t *l_264[3];
        int i, j;
        for (i = 0; i < 3; i++)
            l_264[i] = &g_222;
        (*l_254) = &p_13;
        (**l_254) = (safe_lshift_func_uint8_t_u_s(((*g_51) != (*l_174)), ((*l_174) != (p_9 , (*g_51)))));
        if (((0x821EL && (g_257 , ((**l_254) |= (((*l_258) = &g_85) == (g_262[3][4] = &g_85))))) , 0xC69E38AFL))
        { /* block id: 90 */
            const uint8_t ***l_298 = (void*)0;
            int32_t l_300 = 0x24D5146EL;
            (*l_79) = (*l_79);
            for (g_44 = 9; (g_44 >= 0); g_44 -= 1)
            { /* block id: 94 */
                int32_t l_273 = (-1L);
                int8_t *l_278 = &g_279[3][1][4];
                uint64_t * const l_307 = &g_198;
                uint64_t *l_309[4] = {&g_196[4][3],&g_196[4][3],&g_196[4][3],&g_196[4][3]};
                uint64_t **l_308 = &l_309[1];
                int32_t ***l_312 = (void*)0;
                int32_t ***l_313 = &g_310;
                int32_t *l_314 = &l_273;
                int i;
                g_80 &= ((((g_47[g_44] , ((safe_mod_func_int32_t_s_s((safe_sub_func_int32_t_s_s((((safe_lshift_func_int16_t_s_u((safe_mul_func_int8_t_s_s(((l_273 ^= 0x50191F7D206A6971LL) > 0xB609877FA435BA57LL), ((p_10 || (((safe_unary_minus_func_int16_t_s((((g_275 , (safe_mul_func_uint8_t_u_u(0UL, ((*l_278) = p_9)))) >= (((safe_mod_func_uint32_t_u_u(((safe_sub_func_uint8_t_u_u(((**g_156) &= (safe_rshift_func_int8_t_s_u(((safe_add_func_int16_t_s_s((safe_mod_func_int16_t_s_s((+((((+((p_12.f2 = (safe_add_func_int32_t_s_s((safe_add_func_int16_t_s_s(((safe_mod_func_uint32_t_u_u((l_298 != &g_156), g_47[g_44])) || 0x81A6616EL), p_9)), p_9))) && g_299)) && p_10) & (**l_254)) == g_47[g_44])), l_300)), g_47[g_44])) | p_9), 5))), (-1L))) <= g_47[g_44]), (-3L))) , g_247) || (**l_254))) < p_11))) ^ (-1L)) && (*g_70))) && 0x4D5B5BBEE72D1E09LL))), g_47[g_44])) >= 0xAC31470323A823F1LL) && (**l_254)), (*l_79))), p_10)) == p_10)) | 0xFA6FL) <= g_115.f2) ^ 1UL);
                (*g_315) = (((0x51L <= ((*g_70) |= (+((*l_314) ^= ((g_275 , g_115.f4) > ((safe_mul_func_int16_t_s_s(((*l_79) ^= (l_300 ^ (~2L))), (safe_add_func_uint16_t_u_u((((l_307 != ((*l_308) = l_73)) , ((*l_313) = g_310)) != (void*)0), 6UL)))) | p_9)))))) == p_9) != 0x55L);
            }
        }
        else
        { /* block id: 107 */
            (**l_254) = (-9L);
            if ((*g_311))
                break;
        }
    }
    return &g_52;
}


/* ------------------------------------------ */
/* 
 * reads : g_42
 * writes:
 */
static uint16_t  func_20(int16_t  p_21, int8_t  p_22, int8_t ** p_23, uint32_t  p_24, int8_t ** p_25)
{ /* block id: 14 */
    const int32_t *l_54 = &g_7;
    const int32_t **l_53 = &l_54;
    (*l_53) = (void*)0;
    return g_42;
}


/* ------------------------------------------ */
/* 
 * reads : g_47 g_51
 * writes:
 */
static int8_t ** func_27(int64_t  p_28, uint32_t  p_29, int8_t  p_30, int8_t * const * p_31)
{ /* block id: 6 */
    int32_t l_48 = 0x319BD12FL;
    int8_t *l_50 = (void*)0;
    int8_t **l_49 = &l_50;
    for (p_29 = 0; (p_29 <= 9); p_29 += 1)
    { /* block id: 9 */
        if (l_48)
            break;
        if (g_47[3])
            break;
    }
    return g_51;
}




/* ---------------------------------------- */
int main (int argc, char* argv[])
{
    int i, j, k;
    int print_hash_value = 0;
    if (argc == 2 && strcmp(argv[1], "1") == 0) print_hash_value = 1;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_7, "g_7", print_hash_value);
    transparent_crc(g_42, "g_42", print_hash_value);
    transparent_crc(g_44, "g_44", print_hash_value);
    for (i = 0; i < 10; i++)
    {
        transparent_crc(g_47[i], "g_47[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 10; i++)
    {
        transparent_crc(g_56[i], "g_56[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_77[i], "g_77[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_80, "g_80", print_hash_value);
    transparent_crc(g_83, "g_83", print_hash_value);
    transparent_crc(g_84, "g_84", print_hash_value);
    transparent_crc(g_85, "g_85", print_hash_value);
    transparent_crc(g_115.f1, "g_115.f1", print_hash_value);
    transparent_crc(g_115.f2, "g_115.f2", print_hash_value);
    transparent_crc(g_115.f3, "g_115.f3", print_hash_value);
    transparent_crc(g_115.f4, "g_115.f4", print_hash_value);
    transparent_crc(g_151, "g_151", print_hash_value);
    transparent_crc(g_153, "g_153", print_hash_value);
    for (i = 0; i < 7; i++)
    {
        for (j = 0; j < 8; j++)
        {
            transparent_crc(g_196[i][j], "g_196[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_198, "g_198", print_hash_value);
    transparent_crc(g_222, "g_222", print_hash_value);
    transparent_crc(g_247, "g_247", print_hash_value);
    transparent_crc(g_257.f0, "g_257.f0", print_hash_value);
    transparent_crc(g_257.f1, "g_257.f1", print_hash_value);
    transparent_crc(g_257.f2, "g_257.f2", print_hash_value);
    transparent_crc(g_257.f3, "g_257.f3", print_hash_value);
    transparent_crc(g_257.f4, "g_257.f4", print_hash_value);
    for (i = 0; i < 7; i++)
    {
        for (j = 0; j < 5; j++)
        {
            for (k = 0; k < 7; k++)
            {
                transparent_crc(g_279[i][j][k], "g_279[i][j][k]", print_hash_value);
                if (print_hash_value) printf("index = [%d][%d][%d]\n", i, j, k);

            }
        }
    }
    transparent_crc(g_299, "g_299", print_hash_value);
    transparent_crc(g_325, "g_325", print_hash_value);
    transparent_crc(g_327, "g_327", print_hash_value);
    transparent_crc(g_328, "g_328", print_hash_value);
    transparent_crc(g_331, "g_331", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}

/************************ statistics *************************
XXX max struct depth: 0
breakdown:
   depth: 0, occurrence: 65
XXX total union variables: 4

XXX non-zero bitfields defined in structs: 1
XXX zero bitfields defined in structs: 0
XXX const bitfields defined in structs: 0
XXX volatile bitfields defined in structs: 0
XXX structs with bitfields in the program: 2
breakdown:
   indirect level: 0, occurrence: 2
XXX full-bitfields structs in the program: 0
breakdown:
XXX times a bitfields struct's address is taken: 0
XXX times a bitfields struct on LHS: 0
XXX times a bitfields struct on RHS: 5
XXX times a single bitfield on LHS: 1
XXX times a single bitfield on RHS: 0

XXX max expression depth: 43
breakdown:
   depth: 1, occurrence: 62
   depth: 2, occurrence: 15
   depth: 3, occurrence: 1
   depth: 5, occurrence: 1
   depth: 8, occurrence: 2
   depth: 13, occurrence: 1
   depth: 14, occurrence: 1
   depth: 15, occurrence: 1
   depth: 18, occurrence: 2
   depth: 23, occurrence: 2
   depth: 29, occurrence: 1
   depth: 33, occurrence: 1
   depth: 34, occurrence: 1
   depth: 43, occurrence: 1

XXX total number of pointers: 86

XXX times a variable address is taken: 97
XXX times a pointer is dereferenced on RHS: 36
breakdown:
   depth: 1, occurrence: 31
   depth: 2, occurrence: 5
XXX times a pointer is dereferenced on LHS: 45
breakdown:
   depth: 1, occurrence: 41
   depth: 2, occurrence: 4
XXX times a pointer is compared with null: 4
XXX times a pointer is compared with address of another variable: 2
XXX times a pointer is compared with another pointer: 2
XXX times a pointer is qualified to be dereferenced: 462

XXX max dereference level: 3
breakdown:
   level: 0, occurrence: 0
   level: 1, occurrence: 210
   level: 2, occurrence: 53
   level: 3, occurrence: 1
XXX number of pointers point to pointers: 32
XXX number of pointers point to scalars: 53
XXX number of pointers point to structs: 0
XXX percent of pointers has null in alias set: 31.4
XXX average alias set size: 1.19

XXX times a non-volatile is read: 222
XXX times a non-volatile is write: 124
XXX times a volatile is read: 12
XXX    times read thru a pointer: 0
XXX times a volatile is write: 6
XXX    times written thru a pointer: 0
XXX times a volatile is available for access: 200
XXX percentage of non-volatile access: 95.1

XXX forward jumps: 0
XXX backward jumps: 0

XXX stmts: 59
XXX max block depth: 3
breakdown:
   depth: 0, occurrence: 9
   depth: 1, occurrence: 13
   depth: 2, occurrence: 22
   depth: 3, occurrence: 15

XXX percentage a fresh-made variable is used: 21.7
XXX percentage an existing variable is used: 78.3
FYI: the random generator makes assumptions about the integer size. See platform.info for more details.
********************* end of statistics **********************/

