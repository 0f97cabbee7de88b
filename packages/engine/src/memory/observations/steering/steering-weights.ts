// Written by `npm run bench security -- --fit` from 21395 stretches of text.
const WEIGHTS = `
"ab 0.08|"able -0.38|"about 0.25|"above -0.13|"accept -0.13|"acces 0.48|"account 0.1|"act -0.11|"action 0.13|"add -0.28|"admin -0.3
"administrator -0.13|"advisory -0.08|"affect -0.06|"after -0.31|"afterward 0.18|"again -0.13|"against -0.23|"agent 0.08|"agent' 0.32|"agre 0.28
"ai 0.19|"alert -0.08|"allow 0.09|"already -0.06|"although -0.23|"alway -0.31|"am 0.28|"an -0.51|"answer 0.11|"anterior 0.11|"antes -0.18|"any -0.18
"anyone -0.09|"anyth 0.41|"anyway 0.28|"api -0.6|"app -0.27|"append -0.11|"apply 0.54|"approv -0.4|"approval 0.42|"approve 0.11|"archive 0.18
"are -0.47|"argument -0.11|"as 0.19|"ask -0.64|"asked 0.23|"asks -0.38|"assistant 0.54|"attach 0.18|"attack -0.17|"attacker -0.59|"attempt -0.47
"audit 0.09|"aus 0.26|"auth 0.17|"authentication 0.09|"author 0.12|"authoris 0.22|"authorization -0.19|"auto 0.28|"automat 0.12|"automatically -0.18
"avant -0.11|"backdoor 0.08|"background 0.26|"backup 0.35|"badge -0.18|"banner -0.25|"base64 0.41|"bash 0.35|"be 0.16|"because -0.3|"been 0.66
"before -0.5|"begin 0.46|"behaviour -0.11|"below 0.67|"between 0.08|"bill 0.14|"bin -0.3|"binary -0.06|"block -0.25|"body -0.09|"bot -0.54|"bots 0.47
"branch -0.3|"break 0.61|"bucket 0.25|"bug 0.08|"build 0.53|"but -0.32|"buy 0.37|"by -0.18|"bypas -0.3|"cache 0.05|"calendar -0.25|"call 0.88
"calls -0.13|"can -0.68|"cancel 0.08|"cannot -0.16|"card 0.39|"carry 0.27|"cat 0.05|"certificate -0.4|"chang -0.38|"change -0.38|"changelog 0.1
"channel -0.13|"character 0.31|"chat 0.08|"checksum 0.26|"chmod -0.13|"choose -0.19|"ci 0.05|"cite -0.22|"claim -0.23|"claude -0.15|"cleanup 0.12
"clear 0.3|"cli -0.44|"click -0.32|"client -0.53|"clone -0.19|"clos -0.1|"close 0.15|"cod -0.1|"code -0.26|"codex -0.39|"collect 0.31|"collector -0.47
"colour 0.18|"comes 0.29|"command 0.12|"comment -0.49|"commit -0.5|"company 0.07|"company' -0.24|"compare -0.19|"comparison 0.2|"comply -0.18
"config -0.09|"configuration 0.08|"confirm -0.15|"confirmation -0.24|"connection -0.11|"consent -0.38|"console -0.62|"container -0.33|"content 0.41
"context 0.42|"continue 1.38|"contribut -0.22|"contributor -0.1|"conversation 0.14|"cooki 0.05|"copilot -0.28|"copy -0.21|"could -0.45|"count -0.22
"create -0.42|"credential 0.31|"crontab -0.06|"curl -0.28|"cursor -0.3|"customer 0.17|"data 0.22|"database -0.23|"date -0.06|"day -0.42|"days -0.42
"de 0.55|"debug -0.15|"decision -0.28|"default -0.36|"delet -0.09|"delete 0.17|"demo -0.21|"den 0.14|"deni -0.4|"deny 0.31|"dependency 0.43
"deploy 0.06|"deprecat -0.06|"der 0.1|"describ -0.2|"describe -0.11|"description -0.09|"developer 0.25|"di 0.35|"did 0.33|"die 0.61|"diff -0.24
"directory -0.57|"disabl -0.36|"disable -0.17|"disk 0.07|"disregard 0.27|"dns 0.5|"do 0.57|"docker -0.33|"docs 0.06|"document -0.45|"does -0.05
"don't 0.18|"done 0.29|"down -0.09|"download -0.05|"dump 0.11|"each -0.75|"earlier 0.32|"echo 0.33|"edit -0.16|"editor 0.05|"el 0.24|"elevat 0.35
"email 0.09|"emergency -0.41|"empty 0.45|"en 0.19|"enabl 0.39|"encod 0.21|"encode -0.19|"end -0.06|"endpoint 0.07|"enter -0.18|"env 0.67
"environment -0.55|"error -0.5|"es 0.32|"esta 0.27|"este 0.34|"et 0.2|"eval -0.1|"even 0.14|"event -0.67|"every -0.09|"evil -0.18|"exactly 0.16
"exampl -0.19|"execute 0.66|"exist 0.07|"expect -0.09|"expir -0.22|"expire 0.07|"explain 0.16|"export 0.22|"expos -0.14|"factor -0.24|"fail 0.09
"fails -0.35|"false -0.46|"faq -0.07|"fast 0.15|"fetch 0.16|"field -0.13|"files -0.14|"fill -0.1|"filter 0.62|"finds -0.36|"finish 0.07|"fix 0.91
"fixed 0.24|"fixes -0.18|"flag -0.07|"folder 0.09|"follow 0.26|"force 0.21|"fork 0.1|"forks -0.18|"form -0.15|"forward 0.33|"found -0.39|"free -0.37
"friday -0.17|"full 0.54|"function -0.14|"future 0.27|"generat 0.23|"get -0.13|"git -0.1|"github -0.32|"give 0.06|"global -0.06|"go 0.28|"gone -0.12
"good -0.14|"gradlew -0.06|"grant -0.21|"guard 0.46|"had -0.45|"hand 0.08|"has 0.11|"hash 0.08|"have -0.07|"header -0.37|"health -0.1|"help -0.15
"helper 0.92|"here 0.74|"hidden -0.16|"hide -0.18|"history 0.05|"holds -0.2|"home 0.43|"hook -0.33|"hooks -0.09|"host 0.11|"hosts 0.14|"how -0.58
"http 0.16|"https 0.23|"human 0.11|"id -0.69|"if 0.18|"ignor 0.42|"ignore -0.58|"il 0.32|"im -0.14|"img -0.11|"import -0.72|"important 0.07|"in -0.2
"includ 0.05|"include -0.12|"injection -0.23|"input -0.37|"insert 0.15|"install -0.35|"instruction -0.35|"internal 0.09|"invoic -0.1|"invoice 0.06
"is -0.42|"issu -0.18|"issue -0.83|"ist 0.23|"it 0.38|"its -0.66|"jailbreak 0.23|"job 0.05|"jobs -0.16|"json -0.42|"just -0.08|"keep 0.08|"kept -0.2
"key 0.36|"keys -0.17|"know -0.12|"known -0.28|"la 0.3|"label -0.45|"language -0.28|"later -0.25|"latest 0.38|"le 0.65|"lead -0.06|"leak -0.09
"least -0.18|"leave 0.53|"left -0.12|"les 0.06|"let -0.08|"level -0.06|"lgtm -0.13|"library -0.39|"licence 0.79|"like -0.45|"limit 0.39|"line 0.2
"lines -0.09|"link 0.06|"links -0.12|"lint -0.16|"linter -0.33|"linux -0.2|"list -0.61|"lists -0.49|"lived -0.06|"load -0.15|"local -0.56|"lock -0.06
"log -0.63|"logg -0.06|"login 0.15|"logs 0.13|"long -0.22|"longer 0.52|"look -0.23|"looks 0.1|"los -0.07|"lost -0.22|"machine 0.36|"macos -0.08
"made -0.34|"mail -0.43|"mails -0.23|"main -0.07|"maintainer 0.05|"maintenance 0.56|"make 0.54|"maliciou -0.29|"manager 0.15|"mark 0.48
"markdown -0.23|"mask -0.29|"may -0.34|"mcp -0.23|"me 0.67|"mean -0.09|"member -0.29|"memory -0.86|"mention 0.35|"merg -0.3|"messag 0.26|"message 0.43
"migration -0.21|"minut 0.23|"mirror 0.62|"mismatch 0.23|"miss -0.14|"mit -0.06|"mock 0.15|"mode 0.25|"module -0.32|"monitor -0.14|"moral 0.32
"more -0.11|"most -0.4|"move 0.23|"moved -0.05|"must -0.54|"my 0.72|"name 0.35|"names -0.38|"needs -0.36|"never -0.13|"new -0.13|"next 0.36
"ninety -0.15|"no -0.22|"node -0.8|"not 0.09|"note 0.61|"notes -0.22|"noth 0.1|"notice 0.53|"now 0.34|"npm -0.56|"npx 0.19|"number -0.42|"obey 0.2
"of -0.09|"off -0.13|"official 0.61|"oidc -0.09|"ok 0.33|"old -0.66|"on 0.11|"once -0.14|"one -0.33|"only 0.08|"open 0.08|"opens -0.35|"operation 0.18
"operator 0.1|"opt -0.08|"option -0.63|"or -0.93|"order -0.16|"os 0.24|"other 0.75|"otherwise 0.36|"our 1.15|"out 0.16|"outside -0.24|"over -0.56
"override -0.36|"own -0.33|"owner 0.58|"packag -0.21|"package -0.42|"page -0.28|"pages -0.16|"panel -0.11|"paragraph 0.39|"parts 0.21|"pass -0.07
"paste -0.35|"patch 0.31|"payload -0.26|"payment 0.56|"pdf -0.17|"per 0.11|"permission -0.32|"person -0.45|"persona 0.05|"personal -0.06|"phras -0.53
"picture 0.08|"pipeline 0.31|"place -0.31|"placeholder 0.16|"plan 0.25|"platform -0.11|"play -0.08|"plays -0.15|"please 0.06|"plugin -0.1|"pnpm -0.1
"point -0.11|"poison -0.27|"port -0.22|"post -0.08|"postinstall 0.26|"posts -0.24|"pr 0.11|"pre 0.35|"pretend 0.08|"previou -0.41|"print -0.25
"problem -0.12|"proces -0.24|"production 0.56|"profile -0.18|"project -0.15|"prompt -0.38|"proposal -0.11|"protection -0.17|"proxy -0.3|"public 0.49
"publish 0.33|"pull 0.17|"push 0.23|"put 0.41|"que 0.53|"query -0.09|"question -0.16|"queue -0.15|"quot 0.27|"quote 0.38|"reach -0.14|"read -0.17
"readme -0.25|"reads -0.29|"reason -0.14|"recommend 0.62|"refresh -0.09|"refus -0.27|"refusal -0.27|"regeln 0.08|"register 0.26|"registry 0.09
"reject -0.08|"releas -0.17|"release -0.19|"remember -0.12|"remote 0.54|"remov -0.56|"remove -0.06|"renam 0.22|"render 0.19|"repeat -0.06|"replac 0.21
"replace 0.09|"reply 0.37|"report -0.34|"reporter 0.24|"repositori -0.14|"repository -0.11|"reproduce -0.1|"requir 0.16|"reset -0.4|"respond 0.29
"response -0.14|"restart -0.43|"restore -0.06|"restriction -0.36|"result 0.25|"reveal -0.17|"reverse 0.26|"review -0.51|"reviewer 0.28|"revoke -0.47
"rf 0.2|"right 0.14|"rm 0.21|"role -0.46|"root 0.59|"rotate -0.34|"rows -0.47|"rsa -0.09|"rules 0.28|"run -0.34|"runbook -0.09|"runner 0.27
"runs -0.56|"safe 0.2|"safety 0.21|"said -0.19|"same -0.24|"sandbox 0.06|"sans 0.56|"save 0.16|"say 0.54|"says 0.1|"scanner 0.28|"screen -0.16
"script -0.19|"search -0.09|"second -0.41|"secret -0.47|"section -0.09|"secure 0.47|"security -0.09|"see 0.23|"send 0.14|"sends -0.11|"sent -0.38
"server -0.35|"service 0.22|"session -0.1|"set -0.29|"setting -0.45|"setup 0.69|"several -0.26|"severity 0.29|"sh 0.42|"share -0.13|"shell 0.5
"short -0.24|"should -0.32|"show -0.07|"shown -0.33|"shows -0.6|"sign -0.49|"silently -0.09|"since -0.29|"skill 0.15|"skipp -0.16|"slow 0.11
"small -0.18|"so 1.2|"software -0.51|"source -0.43|"split 0.34|"sql 0.14|"ssh -0.43|"stack 0.15|"stag 0.05|"start 0.23|"statistic 0.2|"statu -0.33
"stay 0.08|"step -0.47|"steps -0.09|"stop 0.55|"stor -0.06|"store -0.14|"str -0.42|"strip -0.14|"style -0.18|"succes -0.05|"such -0.25|"sudo -0.22
"summarise 0.16|"summary 0.33|"support -0.3|"sure -0.11|"switch 0.44|"sync 0.52|"system 0.43|"tabl -0.2|"table -0.16|"tag -0.45|"take 0.14
"taken -0.17|"takes -0.55|"talk 0.12|"task 0.07|"team -0.31|"telemetry -0.15|"tell -0.26|"template -0.14|"ten 0.23|"terminal -0.14|"terms -0.06
"test -0.23|"tests 0.27|"than -0.22|"that 0.65|"the 0.22|"them 0.14|"there 0.42|"these 0.8|"they 0.1|"this 2.01|"those -0.36|"thread -0.27
"three -0.47|"through -0.14|"ticket 0.27|"time -0.31|"title 0.21|"to -0.26|"todo -0.46|"token -0.62|"told 0.41|"tool 0.25|"tools 0.42|"trace 0.13
"transfer -0.31|"translate -0.19|"treat 0.19|"tried -0.24|"true -0.16|"trust 0.5|"turn 0.36|"two -0.37|"type -0.54|"uncensor 0.4|"und 0.4|"under 0.37
"undone -0.18|"uninstall 0.15|"unles -0.13|"unlock 0.31|"unrestrict 0.4|"until -0.27|"up -0.1|"updat 0.09|"update -0.46|"upgrade -0.08|"upload 0.25
"us -0.41|"usage -0.05|"use -0.86|"used -0.38|"user 0.16|"user' 0.79|"users -0.37|"usr -0.16|"valid 0.1|"validation 0.11|"value -0.14|"variable -0.15
"vault 0.09|"vendor 0.54|"verifi -0.06|"verification -0.12|"version -0.5|"vote 0.07|"vulnerability 0.18|"want 0.09|"wants 0.24|"was -0.32|"we -0.15
"weaken 0.07|"web -0.11|"webhook -0.5|"were 0.23|"wget 0.29|"what 0.11|"whatever 0.45|"when 0.24|"whenever 0.37|"where -0.05|"whether -0.26
"which 0.08|"while -0.22|"who 0.19|"whole -0.2|"whose 0.24|"why -0.19|"wiki 0.29|"window 0.57|"with -0.24|"within 0.05|"without -0.55|"word 0.05
"work -0.16|"worker -0.29|"workflow -0.05|"works 0.1|"workspace 0.17|"would 0.08|"writ -0.55|"write -0.26|"written -0.07|"wrong -0.39|"yes 0.18
"you 0.06|"your -0.3|"yourself 0.1|"не 0.29|about -0.41|about&agent -0.13|about&order -0.19|about&rules -0.79|agent 0.19|agent&config -0.14
agent&guard -0.37|agent&harm -0.16|agent&install 0.3|agent&must 0.15|agent&order 0.45|agent&report -0.39|agent&run 0.22|agent&secret -0.28
agent&ship 0.61|alter 0.05|alter>agent -0.06|alter>claims -0.53|alter>conceal 0.15|alter>config 0.29|alter>consent -0.17|alter>drop -0.05
alter>free -0.13|alter>future -0.2|alter>grant 0.4|alter>guard 0.63|alter>harm 0.29|alter>install 0.17|alter>must 0.21|alter>noask 0.07|alter>out 0.5
alter>prior -0.25|alter>read -0.17|alter>record 0.07|alter>rights 0.23|alter>rules -0.29|alter>run 0.72|alter>secret 0.43|alter>send 0.28
alter>ship -0.38|alter>show 0.18|alter>switch -0.09|alter>system 0.07|alter>tell 0.34|alter>user -0.15|alter>visit -0.1|alter>weak 0.68
alter>where 0.75|alter>whole 0.14|alter>you -0.52|alter>yours 0.1|claims 0.74|claims&order 0.06|claims&you -0.44|code 0.86|conceal 0.5
conceal&alter 0.43|conceal&guard 0.1|conceal&harm 0.23|conceal&order 0.71|conceal&third 0.3|conceal&user 0.19|conceal>alter 0.18|conceal>record 0.17
conceal>run 0.48|conceal>show 0.3|conceal>tell 0.25|config -0.44|config&alter 0.24|config&guard 0.24|config&rights -0.32|consent 0.56
consent&disable -0.14|consent&guard 0.22|consent&noask 0.51|consent&remove -0.42|consent&rights -0.11|consent&run 0.07|consent&ship -0.25|copycat 0.65
copycat&order 0.3|disable>agent 0.14|disable>alter 0.5|disable>claims 0.07|disable>config 0.12|disable>consent -0.34|disable>drop 0.11
disable>future 0.17|disable>grant -0.15|disable>guard 0.05|disable>harm -0.12|disable>must 0.14|disable>noask -0.08|disable>prior -0.28
disable>read 0.47|disable>remove 0.14|disable>rights 0.19|disable>rules -0.35|disable>run 0.56|disable>secret -0.66|disable>send -0.19
disable>ship -0.16|disable>show -0.12|disable>system -0.54|disable>tell -0.14|disable>third -0.15|disable>user 0.34|disable>where -0.25
disable>whole 0.09|disable>you -0.24|disable>yours -0.51|do alter 0.05|do conceal 0.29|do disable 0.08|do grant 0.51|do harm 0.27|do install -0.51
do obey 0.8|do persona 0.06|do read -0.57|do remove 0.08|do report -0.18|do run 0.17|do send 0.22|do ship 0.63|do show 0.36|do tell 0.36|do visit 0.26
drop 0.16|drop&prior&rules 0.7|drop&rules 0.55|drop&secret -0.52|drop&you -0.08|drop>agent 0.09|drop>alter 0.25|drop>config -0.36|drop>obey 0.1
drop>prior 0.2|drop>read 0.18|drop>record -0.19|drop>remove 0.43|drop>rules 0.06|drop>run 0.15|drop>send -0.1|drop>show 0.18|drop>switch 0.47
drop>system -0.45|drop>tell -0.4|drop>user 0.29|drop>where 0.16|drop>whole -0.41|drop>you -0.15|drop>yours -0.44|ethic 0.56|ethic&free 1.03|free 0.79
free&persona 0.39|free&you 0.56|future 1.31|future&agent -0.37|future&guard 0.96|future&must 0.34|future&noask 0.12|future&order -0.65
future&rules -0.27|future&send 0.25|grant>agent 0.38|grant>alter -0.25|grant>claims 0.16|grant>config -0.09|grant>guard -0.29|grant>run 0.21
grant>secret -0.05|grant>third -0.15|grant>user 0.17|grant>visit -0.05|grant>whole 0.3|guard 0.58|guard&disable 1.16|harm 0.22|harm>alter -0.16
harm>claims 0.17|harm>config -0.11|harm>guard 0.29|harm>remove 0.18|harm>report 0.16|harm>rights 0.17|harm>run 0.09|harm>send 0.13|harm>tell -0.09
harm>user -0.25|harm>where 0.29|harm>whole -0.21|hedge 0.05|hedge&order -0.67|install&run -0.29|install>agent 0.16|install>config -0.07
install>guard 0.1|install>must 0.1|install>out 0.24|install>prior -0.22|install>read 0.18|install>record -0.15|install>rules -0.25|install>run -0.1
install>secret -0.15|install>send -0.11|install>switch 0.16|install>user -0.22|install>visit -0.09|install>weak 0.47|install>you -0.31|jail -0.16
money 0.66|money&order 0.18|money&send -0.36|must 0.46|no>alter -0.05|no>disable -0.55|no>grant -0.08|no>install -0.17|no>read 0.55|no>remove -0.41
no>run -0.2|no>send 0.05|no>ship -0.26|no>show -0.53|no>tell 0.37|noask 1.03|noask&agent 0.23|noask&guard 0.26|noask&rights -0.3|noask&run -0.53
noask&send 0.18|noask&ship 0.62|not ethic 0.5|not refuse 0.49|not tell -0.44|not tell user -0.05|obey 0.97|obey>noask 0.11|obey>prior -0.13
obey>rules -0.33|obey>switch 0.2|obey>user 0.11|obey>where 0.06|order 1.56|out 0.44|past 0.32|past&disable -0.06|past&guard 0.17|persona 0.36
persona&ethic 0.4|persona>agent 0.26|persona>disable -0.11|persona>free 0.3|persona>guard 0.1|persona>rules 0.49|persona>user -0.34|persona>you -0.06
prior 0.37|read -0.25|read>install 0.22|read>obey 0.4|read>run 0.44|read>secret 0.51|read>send 0.5|read>show -0.11|read>user -0.07|read>visit 0.06
read>where 0.46|read>whole 0.15|read>you -0.18|record&conceal 0.31|refuse 0.18|refuse&ethic -0.07|refuse&free 0.21|refuse&persona 0.51|regard 0.59
remove&record 0.39|remove>agent -0.09|remove>claims -0.09|remove>config -0.11|remove>consent -0.44|remove>drop 0.26|remove>guard 0.53|remove>harm 0.37
remove>prior -0.15|remove>report 0.45|remove>rules 0.1|remove>run 0.15|remove>secret -0.37|remove>send -0.54|remove>ship -0.23|remove>show 0.27
remove>tell 0.13|remove>user -0.21|remove>where 0.46|remove>whole 0.32|remove>you 0.32|report 1.2|report&guard 0.18|report&ship -0.05
report>alter -0.33|report>guard 0.1|report>run -0.12|report>ship 0.29|report>tell -0.41|report>visit -0.23|report>where -0.15|report>whole 0.16
rights 0.36|rights&alter -0.19|rights&run 0.08|rules 0.77|rules&switch 0.33|rules&you 0.82|run -0.37|run>agent -0.25|run>alter -0.41|run>claims 0.16
run>code 0.2|run>config 0.16|run>consent -0.36|run>disable -0.28|run>drop 0.12|run>future -0.12|run>grant -0.08|run>guard -0.08|run>harm 0.44
run>install 0.37|run>must 0.32|run>out 0.41|run>prior 0.21|run>read -0.2|run>record -0.3|run>rights 0.19|run>rules -0.26|run>secret 0.11|run>send 0.26
run>ship 0.06|run>switch 0.12|run>talk 0.07|run>tell 0.09|run>urgent 0.19|run>visit -0.49|run>weak 0.33|run>where 0.52|run>whole 0.34|run>you -0.27
run>yours -0.13|secret 0.9|secret&out 0.68|secret&send 0.32|secret&where 0.27|send 0.37|send>alter -0.45|send>config 0.09|send>disable -0.07
send>drop 0.11|send>harm -0.18|send>install 0.13|send>must 0.15|send>out 0.14|send>read 0.13|send>record 0.06|send>regard 0.12|send>run 0.16
send>secret 0.49|send>show 0.2|send>talk -0.06|send>tell 0.11|send>weak 0.1|send>where 0.29|send>whole 0.24|send>you -0.14|ship -0.21|ship&guard -0.1
ship&report -0.05|ship>alter -0.23|ship>claims 0.16|ship>consent -0.06|ship>disable 0.09|ship>noask 0.33|ship>prior -0.05|ship>record -0.17
ship>rules -0.09|ship>run -0.46|ship>send -0.18|ship>urgent -0.33|ship>user 0.16|ship>visit -0.22|ship>where -0.14|ship>whole -0.2|show 0.19
show>agent 0.07|show>alter 0.37|show>conceal 0.32|show>config -0.56|show>consent -0.27|show>disable -0.38|show>guard -0.22|show>harm 0.09
show>must 0.17|show>prior 0.13|show>record 0.19|show>remove -0.19|show>rights -0.21|show>rules 0.31|show>run -0.42|show>secret 0.72|show>send -0.32
show>system 0.21|show>talk 0.33|show>tell 0.35|show>third 0.2|show>user 0.7|show>whole 0.08|show>you -0.21|signal addresses the agent 0.71
signal asks for its instructions 0.97|signal asks for secrecy 0.57|signal binds the future 0.26|signal claims consent -0.17|signal does harm 0.47
signal forbids asking 0.13|signal gives a new role 0.71|signal hands over to another text -0.25|signal orders a false report 0.39
signal poses as a role 0.5|signal reaches for secrets -0.15|signal reaches out 0.66|signal weakens a guard 0.27|signals 0.63|switch 0.37|system 0.07
system&show 0.05|system&you 0.41|talk 0.28|talk&out -0.09|talk&where 0.32|tell 0.11|tell>agent 0.21|tell>alter 0.14|tell>claims -0.25
tell>disable 0.35|tell>grant -0.36|tell>guard -0.05|tell>harm 0.27|tell>install -0.12|tell>must -0.05|tell>prior -0.22|tell>read 0.45|tell>record 0.18
tell>regard 0.22|tell>rights -0.16|tell>rules -0.46|tell>secret 0.22|tell>system -0.49|tell>third -0.33|tell>user -0.27|tell>where -0.2
tell>whole -0.24|tell>you -0.17|tell>yours -0.23|third 0.86|third&noask 0.07|third&order -0.55|told -0.51|told&order -0.31|urgent 0.48
urgent&order 0.31|urgent&run 0.07|urgent&send 0.09|user 0.38|visit -0.16|visit>alter -0.16|visit>disable 0.23|visit>guard -0.29|visit>obey 0.51
visit>out -0.11|visit>prior -0.52|visit>read -0.12|visit>record -0.3|visit>rules -0.21|visit>secret 0.59|visit>send 0.22|visit>ship 0.34
visit>show -0.19|visit>talk -0.1|visit>weak -0.17|visit>where 0.28|visit>whole 0.11|visit>you -0.22|weak 0.15|weak&order 0.41|where 0.46
where&send -0.61|whole 0.94|whole&secret 0.41|whole&show 0.07|whole&talk 0.18|you 0.52|yours 1.08|yours&order 0.27
`;

/** What each sign adds to the score of a stretch of text; below zero it speaks for a harmless one. A word stands behind a quotation mark. */
export const STEERING_WEIGHTS: ReadonlyMap<string, number> = new Map(
  WEIGHTS.trim()
    .split(/[|\n]/)
    .map((pair): readonly [string, number] => {
      const end = pair.lastIndexOf(' ');
      return [pair.slice(0, end), Number(pair.slice(end + 1))];
    }),
);

/** The score of a text without any sign. */
export const STEERING_BIAS = -3.41;
