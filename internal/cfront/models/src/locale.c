//# @locale1 @BASE
//: __tolower_l | @BASE=tolower | @TYPE=int | @P1=int
//: __toupper_l | @BASE=toupper | @TYPE=int | @P1=int
//: isalnum_l | @BASE=isalnum | @TYPE=int | @P1=int
//: isalpha_l | @BASE=isalpha | @TYPE=int | @P1=int
//: isblank_l | @BASE=isblank | @TYPE=int | @P1=int
//: iscntrl_l | @BASE=iscntrl | @TYPE=int | @P1=int
//: isdigit_l | @BASE=isdigit | @TYPE=int | @P1=int
//: isgraph_l | @BASE=isgraph | @TYPE=int | @P1=int
//: islower_l | @BASE=islower | @TYPE=int | @P1=int
//: isprint_l | @BASE=isprint | @TYPE=int | @P1=int
//: ispunct_l | @BASE=ispunct | @TYPE=int | @P1=int
//: isspace_l | @BASE=isspace | @TYPE=int | @P1=int
//: isupper_l | @BASE=isupper | @TYPE=int | @P1=int
//: iswalnum_l | @BASE=iswalnum | @TYPE=int | @P1=__WINT_TYPE__
//: iswalpha_l | @BASE=iswalpha | @TYPE=int | @P1=__WINT_TYPE__
//: iswblank_l | @BASE=iswblank | @TYPE=int | @P1=__WINT_TYPE__
//: iswcntrl_l | @BASE=iswcntrl | @TYPE=int | @P1=__WINT_TYPE__
//: iswdigit_l | @BASE=iswdigit | @TYPE=int | @P1=__WINT_TYPE__
//: iswgraph_l | @BASE=iswgraph | @TYPE=int | @P1=__WINT_TYPE__
//: iswlower_l | @BASE=iswlower | @TYPE=int | @P1=__WINT_TYPE__
//: iswprint_l | @BASE=iswprint | @TYPE=int | @P1=__WINT_TYPE__
//: iswpunct_l | @BASE=iswpunct | @TYPE=int | @P1=__WINT_TYPE__
//: iswspace_l | @BASE=iswspace | @TYPE=int | @P1=__WINT_TYPE__
//: iswupper_l | @BASE=iswupper | @TYPE=int | @P1=__WINT_TYPE__
//: iswxdigit_l | @BASE=iswxdigit | @TYPE=int | @P1=__WINT_TYPE__
//: isxdigit_l | @BASE=isxdigit | @TYPE=int | @P1=int
//: tolower_l | @BASE=tolower | @TYPE=int | @P1=int
//: toupper_l | @BASE=toupper | @TYPE=int | @P1=int
//: towlower_l | @BASE=towlower | @TYPE=__WINT_TYPE__ | @P1=__WINT_TYPE__
//: towupper_l | @BASE=towupper | @TYPE=__WINT_TYPE__ | @P1=__WINT_TYPE__
//: wctrans_l | @BASE=wctrans | @TYPE=const int * | @P1=const char *
//: wctype_l | @BASE=wctype | @TYPE=unsigned long | @P1=const char *
@TYPE @BASE(@P1);
@TYPE @NAME(@P1 a, void *l)
{
	return @BASE(a);
}

//# @locale2 @BASE
//: iswctype_l | @BASE=iswctype | @TYPE=int | @P1=__WINT_TYPE__ | @P2=unsigned long
//: strcasecmp_l | @BASE=strcasecmp | @TYPE=int | @P1=const char * | @P2=const char *
//: strcoll_l | @BASE=strcoll | @TYPE=int | @P1=const char * | @P2=const char *
//: strtod_l | @BASE=strtod | @TYPE=double | @P1=const char * | @P2=char **
//: strtof_l | @BASE=strtof | @TYPE=float | @P1=const char * | @P2=char **
//: strtold_l | @BASE=strtold | @TYPE=long double | @P1=const char * | @P2=char **
//: towctrans_l | @BASE=towctrans | @TYPE=__WINT_TYPE__ | @P1=__WINT_TYPE__ | @P2=const int *
//: wcscasecmp_l | @BASE=wcscasecmp | @TYPE=int | @P1=const __WCHAR_TYPE__ * | @P2=const __WCHAR_TYPE__ *
//: wcscoll_l | @BASE=wcscoll | @TYPE=int | @P1=const __WCHAR_TYPE__ * | @P2=const __WCHAR_TYPE__ *
//: wcstod_l | @BASE=wcstod | @TYPE=double | @P1=const __WCHAR_TYPE__ * | @P2=__WCHAR_TYPE__ **
//: wcstof_l | @BASE=wcstof | @TYPE=float | @P1=const __WCHAR_TYPE__ * | @P2=__WCHAR_TYPE__ **
//: wcstold_l | @BASE=wcstold | @TYPE=long double | @P1=const __WCHAR_TYPE__ * | @P2=__WCHAR_TYPE__ **
@TYPE @BASE(@P1, @P2);
@TYPE @NAME(@P1 a, @P2 b, void *l)
{
	return @BASE(a, b);
}

//# @locale3 @BASE
//: strncasecmp_l | @BASE=strncasecmp | @TYPE=int | @P1=const char * | @P2=const char * | @P3=__SIZE_TYPE__
//: strptime_l | @BASE=strptime | @TYPE=char * | @P1=const char * | @P2=const char * | @P3=void *
//: strtol_l | @BASE=strtol | @TYPE=long | @P1=const char * | @P2=char ** | @P3=int
//: strtoll_l | @BASE=strtoll | @TYPE=long long | @P1=const char * | @P2=char ** | @P3=int
//: strtoul_l | @BASE=strtoul | @TYPE=unsigned long | @P1=const char * | @P2=char ** | @P3=int
//: strtoull_l | @BASE=strtoull | @TYPE=unsigned long long | @P1=const char * | @P2=char ** | @P3=int
//: strxfrm_l | @BASE=strxfrm | @TYPE=__SIZE_TYPE__ | @P1=char * | @P2=const char * | @P3=__SIZE_TYPE__
//: wcsncasecmp_l | @BASE=wcsncasecmp | @TYPE=int | @P1=const __WCHAR_TYPE__ * | @P2=const __WCHAR_TYPE__ * | @P3=__SIZE_TYPE__
//: wcstol_l | @BASE=wcstol | @TYPE=long | @P1=const __WCHAR_TYPE__ * | @P2=__WCHAR_TYPE__ ** | @P3=int
//: wcstoll_l | @BASE=wcstoll | @TYPE=long long | @P1=const __WCHAR_TYPE__ * | @P2=__WCHAR_TYPE__ ** | @P3=int
//: wcstoul_l | @BASE=wcstoul | @TYPE=unsigned long | @P1=const __WCHAR_TYPE__ * | @P2=__WCHAR_TYPE__ ** | @P3=int
//: wcstoull_l | @BASE=wcstoull | @TYPE=unsigned long long | @P1=const __WCHAR_TYPE__ * | @P2=__WCHAR_TYPE__ ** | @P3=int
//: wcsxfrm_l | @BASE=wcsxfrm | @TYPE=__SIZE_TYPE__ | @P1=__WCHAR_TYPE__ * | @P2=const __WCHAR_TYPE__ * | @P3=__SIZE_TYPE__
@TYPE @BASE(@P1, @P2, @P3);
@TYPE @NAME(@P1 a, @P2 b, @P3 c, void *l)
{
	return @BASE(a, b, c);
}

//# @locale4 @BASE
//: strftime_l | @BASE=strftime | @TYPE=__SIZE_TYPE__ | @P1=char * | @P2=__SIZE_TYPE__ | @P3=const char * | @P4=const void *
@TYPE @BASE(@P1, @P2, @P3, @P4);
@TYPE @NAME(@P1 a, @P2 b, @P3 c, @P4 d, void *l)
{
	return @BASE(a, b, c, d);
}
