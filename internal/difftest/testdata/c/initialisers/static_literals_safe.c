// true
#include <assert.h>
struct S {int a; int b[2];};
static struct S s = (struct S){1,{2,3}}; static int a[] = (int[]){1,2,3}; static int a2[3] = (int[3]){4,5};
struct T { struct S s; int k; } t = { .s = (struct S){7}, .k = (int){9} }; static int x = (int){42}; double d = (double){1.5}; int *p = (int[]){5,6}; char *q = (char[]){"hi"};
int y = {5}; int z = (const int){6};
struct S us[2] = { (struct S){1}, [1] = (struct S){2,{3}} };
int main(void){ static int w = (int){3}; static struct S ls = (struct S){.b = {[1]=8}};
 assert(s.b[1]==3 && sizeof a == 12 && a[2]==3 && a2[1]==5 && a2[2]==0 && t.s.a==7 && t.k==9 && x==42 && d==1.5 && p[1]==6 && q[1]=='i' && y==5 && z==6 && us[1].b[0]==3 && us[0].a==1 && w==3 && ls.b[1]==8); return 0; }
